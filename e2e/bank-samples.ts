import { createHash, createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { formatKobo } from "@/lib/core/money";
import type { ProviderName } from "@/lib/env";
import type { Bank, SignedNotification } from "./bank";

type Named = Exclude<ProviderName, "custom">;

/** A random payment key, unique to the calling test. */
export const newKey = () => `doc-${randomBytes(9).toString("hex")}`;

/**
 * Returns a sample message from a bank's documentation with some of its texts replaced. Throws if a text to replace
 * is not in the sample.
 */
export function readSample(provider: Named, name: string, changes: Record<string, string> = {}): string {
  const file = path.resolve(import.meta.dirname, `../lib/bank/${provider}/fixtures/${name}.json`);
  let text = readFileSync(file, "utf8");
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${provider}'s ${name} does not contain ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

const hmac = (algorithm: string, key: string, content: string, encoding: "hex" | "base64") =>
  createHmac(algorithm, key).update(content).digest(encoding);

const NOMBA_TIME = "2026-11-20T10:00:00Z";

/** The content that Nomba signs: nine members, in the order of its documentation. */
function nombaContent(body: string): string {
  const { event_type, requestId, data } = JSON.parse(body);
  const { merchant = {}, transaction = {} } = data;
  return [
    event_type,
    requestId,
    merchant.userId,
    merchant.walletId,
    transaction.transactionId,
    transaction.type,
    transaction.time,
    transaction.responseCode,
    NOMBA_TIME,
  ]
    .map((member) => member ?? "")
    .join(":");
}

/** Each bank's signature headers, that with the signature last, implemented from its documentation, independently of the product's code. */
const SIGNATURES: Record<Named, (body: string, secret: string) => Record<string, string>> = {
  paystack: (body, secret) => ({ "x-paystack-signature": hmac("sha512", secret, body, "hex") }),
  monnify: (body, secret) => ({ "monnify-signature": hmac("sha512", secret, body, "hex") }),
  lenco: (body, token) => ({
    "x-lenco-signature": hmac("sha512", createHash("sha256").update(token).digest("hex"), body, "hex"),
  }),
  nomba: (body, secret) => ({
    "nomba-timestamp": NOMBA_TIME,
    "nomba-signature-algorithm": "HmacSHA256",
    "nomba-signature-version": "1.0.0",
    "nomba-signature": hmac("sha256", secret, nombaContent(body), "base64"),
  }),
  moniepoint: (body, secret) => ({
    "moniepoint-webhook-id": "df6e5ca5",
    "moniepoint-webhook-timestamp": "1730474397912",
    "moniepoint-webhook-signature": hmac("sha256", secret, `df6e5ca5__1730474397912__${body}`, "base64"),
  }),
  flutterwave: (body, secret) => ({ "flutterwave-signature": hmac("sha256", secret, body, "base64") }),
};

/** Signs a body as the bank does, with the secret that the service under test has for it. */
export function signNotification(bank: Bank, provider: Named, body: string): SignedNotification {
  const headers = SIGNATURES[provider](body, bank.secretOf(provider));
  return { headers: { "content-type": "application/json", ...headers }, body };
}

/** The members of Lenco's transfer notification that a test can set. Only Lenco documents pending transfers. */
export interface LencoTransfer {
  paymentKey: string;
  account: string;
  status?: string;
  amount?: string;
  currency?: string;
}

/** A Lenco notification of a transfer, or of its settlement if `settledAt` is given. */
export function lencoTransfer(bank: Bank, transfer: LencoTransfer, settledAt?: string): SignedNotification {
  const { paymentKey, account, status = "successful", amount = "5000.00", currency = "NGN" } = transfer;
  const body = readSample("lenco", settledAt ? "settled" : "transfer", {
    "va-txn-1": paymentKey,
    "9930000902": account,
    '"status":"successful"': `"status":"${status}"`,
    "5000.00": amount,
    '"currency":"NGN","type":"credit"': `"currency":"${currency}","type":"credit"`,
    "2026-11-19T23:30:00.000Z": settledAt ?? "2026-11-19T23:30:00.000Z",
  });
  return signNotification(bank, "lenco", body);
}

/**
 * Monnify's settlement notification for these payments. `at` is in Monnify's format, in Lagos time; a payment
 * without an entry in `amounts` has 100.00.
 */
export function monnifySettlement(
  bank: Bank,
  settlement: { keys: string[]; at?: string; reference?: string; amounts?: Record<string, string> },
) {
  const { keys, at = "11/11/2021 02:29:00 PM", reference = newKey(), amounts = {} } = settlement;
  const notification = JSON.parse(
    readSample("monnify", "settlement", { LB8HG1PNZT4ATJGZXQBY: reference, "11/11/2021 02:29:00 PM": at }),
  );
  const [sample] = notification.eventData.transactions;
  notification.eventData.transactions = keys.map((key) => ({
    ...sample,
    transactionReference: key,
    amountPaid: amounts[key] ?? "100.00",
  }));
  notification.eventData.transactionsCount = keys.length;
  return signNotification(bank, "monnify", JSON.stringify(notification));
}

/** A payment that its bank reverses. `reference` is the notification's own id, if the bank documents one. */
export interface ReversedPayment {
  paymentKey: string;
  kobo: bigint;
  reference: string;
}

interface ReversalSample {
  provider: Named;
  kind: "reversal" | "refund" | "dispute";
  /** `completed`: the money is returned. `opened`: it may be. */
  stage: "completed" | "opened";
  /** The notification id for samples in which it is fixed. */
  reference?: string;
  body: (taken: ReversedPayment) => string;
}

/** The notifications that reverse a payment, from the banks' documented samples. */
export const REVERSALS = {
  "Paystack's refund": {
    provider: "paystack",
    kind: "refund",
    stage: "completed",
    body: ({ paymentKey, kobo, reference }) =>
      readSample("paystack", "refund", {
        "020293904002": paymentKey,
        "132013318360": reference,
        '"5000"': `"${kobo}"`,
      }),
  },
  "Paystack's dispute": {
    provider: "paystack",
    kind: "dispute",
    stage: "opened",
    reference: "358950",
    body: ({ paymentKey, kobo }) =>
      readSample("paystack", "dispute", { "020293904002": paymentKey, "5800": `${kobo}` }),
  },
  "Paystack's lost dispute": {
    provider: "paystack",
    kind: "dispute",
    stage: "completed",
    reference: "358950",
    body: ({ paymentKey, kobo }) =>
      readSample("paystack", "dispute-resolved", { "020293904002": paymentKey, "5800": `${kobo}` }),
  },
  "Monnify's refund": {
    provider: "monnify",
    kind: "refund",
    stage: "completed",
    body: ({ paymentKey, kobo, reference }) =>
      readSample("monnify", "refund", {
        "MNFY|04|20211117112842|000170": paymentKey,
        ref001: reference,
        "3000.00": formatKobo(kobo),
      }),
  },
  "Nomba's reversal": {
    provider: "nomba",
    kind: "reversal",
    stage: "completed",
    body: ({ paymentKey, kobo, reference }) =>
      readSample("nomba", "reversal", {
        "API-VACT_TRA-B7B10-0435b274-807a-4bc7-8abe-9dbb4548fd7a": `${reference}","originalTransactionId":"${paymentKey}`,
        '"transactionAmount":10': `"transactionAmount":${formatKobo(kobo)}`,
      }),
  },
  "Moniepoint's reversal": {
    provider: "moniepoint",
    kind: "reversal",
    stage: "completed",
    body: ({ paymentKey, kobo, reference }) =>
      readSample("moniepoint", "transfer", {
        V1_POS_TRANSFER_TRANSACTION: "V1_POS_REVERSAL_TRANSACTION",
        "TRF|2MPT0073|1838496008": `${reference}","originalTransactionReference":"${paymentKey}`,
        "25300": `${kobo}`,
      }),
  },
} as const satisfies Record<string, ReversalSample>;

export type ReversalName = keyof typeof REVERSALS;

/** Returns the signed notification that reverses a payment. */
export function createReversalNotification(
  bank: Bank,
  name: ReversalName,
  taken: ReversedPayment,
): SignedNotification {
  const { provider, body } = REVERSALS[name];
  return signNotification(bank, provider, body(taken));
}
