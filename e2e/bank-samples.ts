import { createHash, createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { formatKobo } from "@/lib/core/money";
import type { ProviderName } from "@/lib/env";
import type { Bank, Notice } from "./bank";

type Named = Exclude<ProviderName, "custom">;

/** A payment key that no other test knows. */
export const newKey = () => `doc-${randomBytes(9).toString("hex")}`;

/** A sample message from a bank's documentation, with some of its texts replaced. Throws where one is not there. */
export function documented(provider: Named, name: string, changes: Record<string, string> = {}): string {
  const file = path.resolve(import.meta.dirname, `../lib/bank/${provider}/fixtures/${name}.json`);
  let text = readFileSync(file, "utf8");
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${provider}'s ${name} does not hold ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

const hmac = (algorithm: string, key: string, content: string, encoding: "hex" | "base64") =>
  createHmac(algorithm, key).update(content).digest(encoding);

const NOMBA_TIME = "2026-11-20T10:00:00Z";

/** The nine members that Nomba signs, as its documentation lists them. */
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

/** How each bank signs, written from its documentation a second time: the product's own code has no part in it. */
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
};

/** Signs a body as the bank would, with the secret that the service under test holds for it. */
export function signed(bank: Bank, provider: Named, body: string): Notice {
  const headers = SIGNATURES[provider](body, bank.secretOf(provider));
  return { headers: { "content-type": "application/json", ...headers }, body };
}

/** What a test changes of a transfer as Lenco tells it: the one bank of ours whose transfers can be pending. */
export interface LencoTransfer {
  paymentKey: string;
  account: string;
  status?: string;
  amount?: string;
  currency?: string;
}

/** A notice of a transfer through Lenco, or of its settlement at a time. */
export function lencoTransfer(bank: Bank, transfer: LencoTransfer, settledAt?: string): Notice {
  const { paymentKey, account, status = "successful", amount = "5000.00", currency = "NGN" } = transfer;
  const body = documented("lenco", settledAt ? "settled" : "transfer", {
    "va-txn-1": paymentKey,
    "9930000902": account,
    '"status":"successful"': `"status":"${status}"`,
    "5000.00": amount,
    '"currency":"NGN","type":"credit"': `"currency":"${currency}","type":"credit"`,
    "2026-11-19T23:30:00.000Z": settledAt ?? "2026-11-19T23:30:00.000Z",
  });
  return signed(bank, "lenco", body);
}

/**
 * Monnify's notice that these payments were settled, at a time on Lagos's clock as it writes it; each of 100.00 where no
 * other amount is stated.
 */
export function monnifySettlement(
  bank: Bank,
  settlement: { keys: string[]; at?: string; reference?: string; amounts?: Record<string, string> },
) {
  const { keys, at = "11/11/2021 02:29:00 PM", reference = newKey(), amounts = {} } = settlement;
  const notice = JSON.parse(
    documented("monnify", "settlement", { LB8HG1PNZT4ATJGZXQBY: reference, "11/11/2021 02:29:00 PM": at }),
  );
  const [sample] = notice.eventData.transactions;
  notice.eventData.transactions = keys.map((key) => ({
    ...sample,
    transactionReference: key,
    amountPaid: amounts[key] ?? "100.00",
  }));
  notice.eventData.transactionsCount = keys.length;
  return signed(bank, "monnify", JSON.stringify(notice));
}

/** How a bank takes a payment back; `reference` is the notification's own id, where its bank documents one. */
export interface TakenBack {
  paymentKey: string;
  kobo: bigint;
  reference: string;
}

interface ReversalNotice {
  provider: Named;
  kind: "reversal" | "refund" | "dispute";
  /** Whether the money goes back, or may. */
  stage: "completed" | "opened";
  /** The id of every notification of this kind, where the sample's own stands in each. */
  reference?: string;
  body: (taken: TakenBack) => string;
}

/** The notifications that take a payment back, each as its bank's samples write it. */
export const REVERSALS = {
  "Paystack's refund": {
    provider: "paystack",
    kind: "refund",
    stage: "completed",
    body: ({ paymentKey, kobo, reference }) =>
      documented("paystack", "refund", {
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
      documented("paystack", "dispute", { "020293904002": paymentKey, "5800": `${kobo}` }),
  },
  "Paystack's lost dispute": {
    provider: "paystack",
    kind: "dispute",
    stage: "completed",
    reference: "358950",
    body: ({ paymentKey, kobo }) =>
      documented("paystack", "dispute-resolved", { "020293904002": paymentKey, "5800": `${kobo}` }),
  },
  "Monnify's refund": {
    provider: "monnify",
    kind: "refund",
    stage: "completed",
    body: ({ paymentKey, kobo, reference }) =>
      documented("monnify", "refund", {
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
      documented("nomba", "reversal", {
        "API-VACT_TRA-B7B10-0435b274-807a-4bc7-8abe-9dbb4548fd7a": `${reference}","originalTransactionId":"${paymentKey}`,
        '"transactionAmount":10': `"transactionAmount":${formatKobo(kobo)}`,
      }),
  },
  "Moniepoint's reversal": {
    provider: "moniepoint",
    kind: "reversal",
    stage: "completed",
    body: ({ paymentKey, kobo, reference }) =>
      documented("moniepoint", "transfer", {
        V1_POS_TRANSFER_TRANSACTION: "V1_POS_REVERSAL_TRANSACTION",
        "TRF|2MPT0073|1838496008": `${reference}","originalTransactionReference":"${paymentKey}`,
        "25300": `${kobo}`,
      }),
  },
} as const satisfies Record<string, ReversalNotice>;

export type ReversalName = keyof typeof REVERSALS;

/** What a bank posts to take a payment back. */
export function reversalNotice(bank: Bank, name: ReversalName, taken: TakenBack): Notice {
  const { provider, body } = REVERSALS[name];
  return signed(bank, provider, body(taken));
}
