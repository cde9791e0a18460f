import { z } from "zod";
import type { Failure } from "@/lib/core/errors/errors";
import type { CredentialName, Credentials } from "@/lib/env";
import { requireCredential } from "../http-client";
import { referenceOfEmail, toCustomerEmail } from "../parsing/customer";
import { decodeJson, optionalObject, scalar } from "../parsing/message";
import type { OpeningFailure, ProviderContext } from "../provider";
import { bankOpening, cleanReason, type Refusal, toRefusalFailure } from "../refusals";
import { callPaystack } from "./client";

/** How Paystack's message asks for a customer's identification. The wording and code are not documented [?]. */
const IDENTIFICATION_REQUIRED = /identif|validat(ed|ion of)/i;
/** Identification and assignment usually take minutes [?]; the retry time of the failure meanwhile. */
export const OPENING_RETRY_SECONDS = 60;

/** The settings that an identification needs, by the member of the request [D]. */
const IDENTITY_SETTINGS = {
  first_name: "PAYSTACK_CUSTOMER_FIRST_NAME",
  last_name: "PAYSTACK_CUSTOMER_LAST_NAME",
  bvn: "PAYSTACK_CUSTOMER_BVN",
  bank_code: "PAYSTACK_CUSTOMER_BANK_CODE",
  account_number: "PAYSTACK_CUSTOMER_ACCOUNT_NUMBER",
} as const satisfies Record<string, CredentialName>;

/** Returns the e-mail of a session's customer: the configured address plus the session's id. */
export function customerEmail(reference: string, { credentials }: ProviderContext): string {
  const address = requireCredential(credentials.PAYSTACK_CUSTOMER_EMAIL, "PAYSTACK_CUSTOMER_EMAIL");
  return toCustomerEmail(address, reference);
}

/** Whether Paystack refused an account until the customer is identified: betting, financial and general services [D]. */
export function isIdentificationRequired({ status, reason, code }: Refusal): boolean {
  return status >= 400 && status < 500 && IDENTIFICATION_REQUIRED.test(`${code} ${reason}`);
}

/**
 * Requests the identification of a customer by the configured BVN and bank account, and returns the failure to throw
 * meanwhile: `unavailable` with a retry time, or `bank_refused` if a setting is missing, Paystack refuses, or it has just
 * reported `failure`. Paystack reports the result in `customeridentification.success` or `failed`; the next attempt to open
 * the account finds it.
 */
export async function requestIdentification(
  customer: string,
  failure: OpeningFailure | undefined,
  context: ProviderContext,
): Promise<Failure> {
  if (failure) return toOpeningRefusal(failure);
  const { credentials } = context;
  const missing = Object.values(IDENTITY_SETTINGS).filter((name) => !credentials[name]);
  if (missing.length > 0) {
    const reason = `The business needs an identified customer; set ${missing.join(", ")}`;
    return toRefusalFailure("paystack: a new account", { status: 400, code: "", reason, isTransient: false });
  }
  const path = `/customer/${encodeURIComponent(customer)}/identification`;
  const body = { country: "NG", type: "bank_account", ...identityOf(credentials) };
  const accepted = await callPaystack(context, { method: "POST", path, body }, z.unknown());
  return accepted.refusal
    ? toRefusalFailure("paystack: the customer's identification", accepted.refusal)
    : bankOpening("paystack is identifying the customer", OPENING_RETRY_SECONDS);
}

/** Creates the failure for an account that Paystack reported as not opened. */
export function toOpeningRefusal({ reason }: OpeningFailure): Failure {
  const stated = reason || "Paystack did not assign the account, and stated no reason";
  return toRefusalFailure("paystack: a new account", {
    status: 200,
    code: "",
    reason: stated,
    isTransient: false,
  });
}

/** The kinds that report a failed identification or assignment [D]. */
export const FAILURE_KINDS = ["customeridentification.failed", "dedicatedaccount.assign.failed"] as const;
const FailureBody = optionalObject({
  data: optionalObject({ email: scalar, reason: scalar, customer: optionalObject({ email: scalar }) }),
});

/** Parses such a notification, which names the customer by its address [D]; `undefined` if it is not a session's customer. */
export function parseOpeningFailure(body: Buffer): OpeningFailure | undefined {
  const data = FailureBody.safeParse(decodeJson(body)).data?.data;
  const reference = referenceOfEmail(data?.email || data?.customer?.email);
  return reference ? { reference, reason: cleanReason(data?.reason) } : undefined;
}

/** Returns the configured identity by the members of a request; a member without a setting is absent. */
export function identityOf(
  credentials: Credentials,
): Partial<Record<keyof typeof IDENTITY_SETTINGS, string>> {
  const values = Object.entries(IDENTITY_SETTINGS).map(([member, name]) => [member, credentials[name]]);
  return Object.fromEntries(values.filter(([, value]) => value));
}
