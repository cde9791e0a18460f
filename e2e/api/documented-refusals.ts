import type { Fault } from "@/lib/bank/testing/emulators/emulator";

/** An answer of a bank to the opening of an account, and what the API answers then. */
export interface DocumentedRefusal {
  what: string;
  answer: Fault;
  /** The bank gives it this often, default once; where there are tokens, a 401 is asked again once with a new one. */
  times?: number;
  status: 502 | 503;
}

const paystack = (status: number, message: string, code: string): Fault => ({
  status,
  body: { status: false, message, type: status === 400 ? "validation_error" : "api_error", code, meta: {} },
});
const monnify = (status: number, responseMessage: string): Fault => ({
  status,
  body: { requestSuccessful: false, responseMessage, responseCode: "99" },
});
const nomba = (code: string, description: string, status = 200): Fault => ({
  status,
  body: { code, description },
});
const lenco = (status: number, message: string): Fault => ({ status, body: { status: false, message } });
const flutterwave = (status: number, code: string, message: string): Fault => ({
  status,
  body: { status: "failed", error: { type: "REQUEST_NOT_VALID", code, message } },
});

/** Transient at every bank, after nothing has happened there. */
const TRANSIENT: DocumentedRefusal[] = [
  { what: "too many requests", answer: "rate_limited", status: 503 },
  { what: "an error of the bank", answer: "error", status: 503 },
  { what: "a broken connection", answer: "dead", status: 503 },
];

/** The documented refusals of each bank, by its name (`docs/bank-apis.md`). */
export const REFUSALS: Record<string, DocumentedRefusal[]> = {
  Paystack: [
    {
      what: "a business without the feature",
      answer: paystack(403, "Dedicated NUBAN is not available for your business", "feature_unavailable"),
      status: 502,
    },
    {
      what: "a missing phone",
      answer: paystack(400, "Customer phone number is required", "missing_params"),
      status: 502,
    },
    {
      what: "the limit of accounts",
      answer: paystack(400, "You have reached the limit", "limit_reached"),
      status: 502,
    },
    { what: "a wrong key", answer: paystack(401, "Invalid key", "invalid_Key"), status: 503 },
    ...TRANSIENT,
  ],
  Monnify: [
    { what: "a missing BVN", answer: monnify(400, "BVN or NIN is required"), status: 502 },
    {
      what: "an expired token twice",
      answer: monnify(401, "Access token has expired"),
      times: 2,
      status: 503,
    },
    ...TRANSIENT,
  ],
  Nomba: [
    {
      what: "code 02 in a 200",
      answer: nomba("02", "accountName must have 8 to 64 characters"),
      status: 502,
    },
    { what: "code 06 in a 200", answer: nomba("06", "Virtual account limit reached"), status: 502 },
    { what: "code 01 in a 200", answer: nomba("01", "Try again"), status: 503 },
    { what: "an ended session twice", answer: nomba("401", "Unauthorized", 401), times: 2, status: 503 },
    ...TRANSIENT,
  ],
  Lenco: [
    {
      what: "the restricted feature",
      answer: lenco(403, "You are not permitted to create a new account for an existing BVN"),
      status: 502,
    },
    { what: "a missing BVN", answer: lenco(400, "bvn is required for a static account"), status: 502 },
    ...TRANSIENT,
  ],
  Flutterwave: [
    { what: "an invalid request", answer: flutterwave(400, "10400", "bvn or nin is required"), status: 502 },
    { what: "an unknown customer", answer: flutterwave(404, "10404", "Customer not found"), status: 502 },
    {
      what: "an expired token twice",
      answer: flutterwave(401, "10401", "Unauthorized"),
      times: 2,
      status: 503,
    },
    ...TRANSIENT,
  ],
};
