import { formatKobo } from "@/lib/core/money";
import { type EmulatedRequest, missingMembers, type Reply, startEmulator, unknownMembers } from "./emulator";
import { EmulatedLedger, type EmulatedPayment, type EmulatedRefund, nextAccountNumber } from "./ledger";

interface Reservation {
  reference: string;
  name: string;
  numbers: { bankCode: string; bankName: string; accountNumber: string }[];
  isOpen: boolean;
}

const BANKS: Record<string, string> = {
  "035": "Wema bank",
  "232": "Sterling bank",
  "50515": "Moniepoint MFB",
};
const RESERVATION = [
  ...["accountReference", "accountName", "currencyCode", "contractCode", "customerEmail", "customerName"],
  ...["bvn", "nin", "getAllAvailableBanks", "preferredBanks", "incomeSplitConfig"],
];
/** The lifetime of a token that a log-in states, in seconds. */
const TOKEN_SECONDS = 3600;
/** In the sample an account name is shortened to three characters [D]. */
const SHOWN_NAME_LENGTH = 3;
const STATUS = { successful: "PAID", pending: "PENDING", failed: "FAILED", reversed: "REVERSED" } as const;

const ok = (responseBody: unknown): Reply => ({
  status: 200,
  body: { requestSuccessful: true, responseMessage: "success", responseCode: "0", responseBody },
});
const refused = (status: number, responseMessage: string): Reply => ({
  status,
  body: { requestSuccessful: false, responseMessage, responseCode: "99" },
});

interface Options {
  apiKey: string;
  secretKey: string;
  contractCode: string;
  /** Whether a settlement detail has only the members of the documented sample. */
  hasDocumentedDetailOnly?: boolean;
  port?: number;
}

/**
 * Starts an emulator of Monnify's API (developers.monnify.com): log-in, reserved accounts, transactions, refunds,
 * settlements. The answer to a reference that exists is not documented [?]; here it is 422.
 */
export async function startMonnifyEmulator(options: Options) {
  const reservations: Reservation[] = [];
  const ledger = new EmulatedLedger("MNFY|04|20261124|");
  const tokens = new Set<string>();
  let tokenCount = 0;

  const find = (reference: string | undefined) =>
    reservations.find((one) => one.reference === reference && one.isOpen);
  const paymentJson = ({ key, amount, account, status, paidAt, narration }: EmulatedPayment) => ({
    transactionReference: key,
    paymentReference: key,
    amountPaid: formatKobo(amount),
    settlementAmount: formatKobo(amount),
    paidOn: paidAt.toISOString(),
    paymentStatus: STATUS[status],
    paymentMethod: "ACCOUNT_TRANSFER",
    paymentDescription: narration,
    currency: "NGN",
    product: {
      type: "RESERVED_ACCOUNT",
      reference: reservations.find((one) => one.numbers.some((number) => number.accountNumber === account))
        ?.reference,
    },
  });

  function reserve({ body }: EmulatedRequest): Reply {
    const required = [
      "accountReference",
      "accountName",
      "currencyCode",
      "contractCode",
      "customerEmail",
      "customerName",
    ];
    const wrong = [...missingMembers(body, required), ...unknownMembers(body, RESERVATION)];
    if (wrong.length > 0) return refused(400, `Check ${wrong.join(", ")}`);
    if (body.contractCode !== options.contractCode) return refused(400, "Contract not found");
    if (!body.bvn && !body.nin) return refused(400, "BVN or NIN is required");
    const preferred = Array.isArray(body.preferredBanks) ? body.preferredBanks.map(String) : [];
    if (body.getAllAvailableBanks !== true && preferred.length === 0)
      return refused(400, "preferredBanks is required");
    if (preferred.some((code) => !Object.hasOwn(BANKS, code))) return refused(400, "Bank is not available");
    if (reservations.some(({ reference }) => reference === body.accountReference))
      return refused(422, "You can not reserve two accounts with the same reference");
    const codes = body.getAllAvailableBanks === true ? Object.keys(BANKS).toReversed() : preferred;
    const reservation: Reservation = {
      reference: String(body.accountReference),
      name: String(body.accountName),
      numbers: codes.map((bankCode) => ({
        bankCode,
        bankName: BANKS[bankCode] ?? "",
        accountNumber: nextAccountNumber(),
      })),
      isOpen: true,
    };
    reservations.push(reservation);
    const accountName = reservation.name.slice(0, SHOWN_NAME_LENGTH);
    const accounts = reservation.numbers.map((number) => ({ ...number, accountName }));
    return ok({ accountReference: reservation.reference, accountName, accounts, status: "ACTIVE" });
  }

  function search({ query }: EmulatedRequest): Reply {
    const time = (name: string) => new Date(Number(query.get(name)));
    const size = Number(query.get("size") ?? 10);
    const start = Number(query.get("page") ?? 0) * size;
    const found = ledger.list(time("from"), time("to"));
    // Only these members of a row are documented [D]; the account is not one of them.
    const content = found.slice(start, start + size).map((payment) => ({
      transactionReference: payment.key,
      amountPaid: formatKobo(payment.amount),
      paymentStatus: STATUS[payment.status],
      completedOn: payment.paidAt.toISOString(),
    }));
    return ok({ content, last: start + size >= found.length });
  }

  const refundJson = ({ reference, paymentKey, amount, status }: EmulatedRefund) => ({
    refundReference: reference,
    transactionReference: paymentKey,
    refundAmount: Number(formatKobo(amount)),
    refundStatus: status.toUpperCase(),
  });

  function refund({ body }: EmulatedRequest): Reply {
    const missing = missingMembers(body, [
      "transactionReference",
      "refundReference",
      "refundAmount",
      "refundReason",
      "customerNote",
    ]);
    if (missing.length > 0) return refused(400, `Missing ${missing.join(", ")}`);
    if (ledger.refunds.some(({ reference }) => reference === body.refundReference))
      return refused(422, "R9 duplicate");
    const kobo = BigInt(Math.round(Number(body.refundAmount) * 100));
    const made = ledger.refund(String(body.refundReference), String(body.transactionReference), kobo);
    return made ? ok(refundJson(made)) : refused(422, "R2 transaction cannot be refunded");
  }

  const RESERVED = "/api/v2/bank-transfer/reserved-accounts";
  const emulator = await startEmulator(
    {
      "POST /api/v1/auth/login": () => {
        const token = `token-${++tokenCount}`;
        tokens.add(token);
        return ok({ accessToken: token, expiresIn: TOKEN_SECONDS });
      },
      [`POST ${RESERVED}`]: reserve,
      [`GET ${RESERVED}/:reference`]: ({ params }) => {
        const found = find(params.reference);
        if (!found) return refused(404, "Reserved account not found");
        // The sample has accounts without a name [D].
        return ok({ accountReference: found.reference, accounts: found.numbers, status: "ACTIVE" });
      },
      "DELETE /api/v1/bank-transfer/reserved-accounts/reference/:reference": ({ params }) => {
        const found = find(params.reference);
        if (!found) return refused(404, "Reserved account not found");
        found.isOpen = false;
        return ok({ accountReference: found.reference, accounts: found.numbers, status: "ACTIVE" });
      },
      "GET /api/v2/transactions/:reference": ({ params }) => {
        const payment = ledger.find(params.reference);
        return payment
          ? ok(paymentJson(payment))
          : refused(404, "There's no transaction matching supplied reference");
      },
      "GET /api/v1/transactions/search": search,
      "POST /api/v1/refunds/initiate-refund": refund,
      "GET /api/v1/refunds/:reference": ({ params }) => {
        const found = ledger.refunds.find(({ reference }) => reference === params.reference);
        return found ? ok(refundJson(found)) : refused(404, "Refund not found");
      },
      "GET /api/v1/transactions/find-by-settlement-reference": ({ query }) => {
        const keys = ledger.settlements.find(({ id }) => id === query.get("reference"))?.paymentKeys ?? [];
        const [page, size] = [Number(query.get("page") ?? 0), Number(query.get("size") ?? 10)];
        const settled = ledger.payments.filter(({ key }) => keys.includes(key));
        return ok({ content: settled.slice(page * size, (page + 1) * size).map(paymentJson) });
      },
      "GET /api/v1/settlement-detail": ({ query }) => {
        const payment = ledger.find(query.get("transactionReference") ?? undefined);
        if (!payment) return refused(404, "There's no transaction matching supplied reference");
        const settlement = ledger.settlements.find(({ paymentKeys }) => paymentKeys.includes(payment.key));
        // The documented sample has only these two members; the reference and the date are from third parties [S].
        const documented = { transaction: paymentJson(payment), beneficiaries: [] };
        if (!settlement || options.hasDocumentedDetailOnly) return ok(documented);
        const { id: settlementReference, settledAt } = settlement;
        return ok({ ...documented, settlementReference, settlementDate: settledAt.toISOString() });
      },
    },
    {
      authenticate: ({ headers, path }) => {
        const basic = `Basic ${Buffer.from(`${options.apiKey}:${options.secretKey}`).toString("base64")}`;
        const given = headers.authorization ?? "";
        const isValid = path.endsWith("/auth/login")
          ? given === basic
          : tokens.has(given.replace("Bearer ", ""));
        return isValid ? undefined : refused(401, "Access token has expired");
      },
      notFound: refused(404, "Not found"),
      ...(options.port !== undefined && { port: options.port }),
    },
  );
  return {
    ...emulator,
    reservations,
    ledger,
    /** Makes every token invalid, as at its end. */
    expireToken: () => tokens.clear(),
  };
}
