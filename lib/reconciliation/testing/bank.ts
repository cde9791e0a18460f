import { createHmac } from "node:crypto";
import { getProvider, type SimulatedCredit, verifyingSecret } from "@/lib/bank";
import { type ApiResponse, respondByCall, startBankApi } from "@/lib/bank/testing/server";
import type { Mode } from "@/lib/core/scope";
import { receiveBankNotification } from "@/lib/intake";

/** Settings of live mode, which include test mode, with short webhook intervals. */
export const LIVE_SETTINGS = {
  BANK_MODE: "live",
  AUTH_URL: "https://takings.example",
  TRUST_PROXY: "none",
  BANK_PROVIDERS: "nomba,monnify,paystack,moniepoint",
  NOMBA_CLIENT_ID: "client",
  NOMBA_CLIENT_SECRET: "client secret",
  NOMBA_ACCOUNT_ID: "parent",
  NOMBA_SIGNATURE_KEY: "signature key of the tests",
  MONNIFY_API_KEY: "key",
  MONNIFY_SECRET_KEY: "secret of Monnify",
  MONNIFY_CONTRACT_CODE: "contract",
  MONNIFY_BVN: "22222222222",
  MONIEPOINT_WEBHOOK_SECRET: "secret of Moniepoint",
  PAYSTACK_SECRET_KEY: "secret of Paystack",
  PAYSTACK_PREFERRED_BANK: "wema-bank",
  PAYSTACK_CUSTOMER_EMAIL: "events@example.com",
  PAYSTACK_CUSTOMER_PHONE: "+2348000000000",
  AUTH_SECRET: "auth secret of the tests",
  JOB_SECRET: "job secret of the tests",
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  WEBHOOK_RETRY_SCHEDULE_MS: "1",
  WEBHOOK_ALLOW_HTTP: "true",
  WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
};

/** Starts a fake Nomba API that issues accounts and answers payment queries as set by `says`. */
export async function startNomba() {
  let accounts = 5_343_270_516;
  const records = new Map<string, object>();
  const api = await startBankApi((request) => {
    accounts++;
    const data = {
      bankAccountNumber: `${accounts}`,
      bankName: "Nombank MFB",
      bankAccountName: "Nomba/Night",
    };
    const key =
      new URL(request.call.split(" ")[1] ?? "", "http://nomba").searchParams.get("transactionRef") ?? "";
    return respondByCall({
      "POST /v1/auth/token/issue": ok({ access_token: "token" }),
      "POST /v1/accounts/virtual": ok(data),
      "GET /v1/transactions/accounts/single": records.has(key)
        ? ok(records.get(key))
        : { status: 500, body: "away" },
    })(request);
  });
  return {
    ...api,
    /** Sets the bank's own record of a payment. */
    says: (key: string, account: string, amount: string) =>
      records.set(key, {
        id: key,
        amount,
        type: "vact_transfer",
        status: "SUCCESS",
        recipientAccountNumber: account,
      }),
  };
}

const ok = (data: unknown): ApiResponse => ({ status: 200, body: { code: "00", data } });

type Provider = "paystack" | "monnify" | "nomba" | "moniepoint";

const secretOf = (provider: Provider, mode: Mode) => verifyingSecret(provider, mode) ?? "";

function post(headers: Record<string, string>, body: string) {
  return receiveBankNotification({ headers: new Headers(headers), body: Buffer.from(body) });
}

let payments = 0;

/** A unique time of payment, to the second. */
const nextTime = () => new Date(Date.UTC(2026, 10, 20, 9, 15, payments));

/** Posts a bank notification of a payment. Returns the payment's key. */
export async function pay(
  provider: Provider,
  given: Partial<SimulatedCredit>,
  mode: Mode = "test",
): Promise<string> {
  payments++;
  const credit: SimulatedCredit = {
    paymentKey: `PAY-${String(payments).padStart(3, "0")}`,
    amount: 10_000n + BigInt(payments),
    channel: "bank_transfer",
    status: "successful",
    account: "",
    device: "",
    senderName: "Ngozi Obi",
    senderAccount: "0123456789",
    senderBank: "058",
    narration: `Ticket ${payments}`,
    bankRef: `00001326112010153012345678${1000 + payments}`,
    paidAt: nextTime(),
    ...given,
  };
  const { headers, body } = getProvider(provider).compose(credit, secretOf(provider, mode));
  await post(headers, body);
  return credit.paymentKey;
}

/** Posts a given message as Paystack or Monnify. */
export async function report(provider: "paystack" | "monnify", message: unknown): Promise<void> {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  const signature = createHmac("sha512", secretOf(provider, "test")).update(body).digest("hex");
  await post({ [getProvider(provider).signatureHeader]: signature }, body);
}

/** Posts a Paystack charge with custom members and the given payment key. */
export async function charge(paymentKey: string, account: string, data: object = {}): Promise<string> {
  await report("paystack", {
    event: "charge.success",
    data: {
      reference: paymentKey,
      status: "success",
      amount: 30_000,
      fees: 150,
      channel: "dedicated_nuban",
      currency: "NGN",
      paid_at: "2026-11-20T09:20:00.000Z",
      authorization: { receiver_bank_account_number: account, sender_name: "Tunde Ade" },
      ...data,
    },
  });
  return paymentKey;
}

/** Posts a Paystack refund of a payment. */
export function refund(paymentKey: string, reference: string, event = "refund.processed"): Promise<void> {
  const data = {
    transaction_reference: paymentKey,
    amount: 500,
    refund_reference: reference,
    status: "processed",
  };
  return report("paystack", { event, data });
}

/**
 * Posts a Monnify settlement of these payments with their naira amounts and other members; a null key makes an unreadable
 * line.
 */
export function settle(
  reference: string,
  lines: readonly [paymentKey: string | null, naira: string][],
  stated: object = {},
) {
  return report("monnify", {
    eventType: "SETTLEMENT",
    eventData: {
      settlementReference: reference,
      settlementTime: "2026-11-21T12:00:00",
      ...stated,
      transactions: lines.map(([transactionReference, amountPaid]) => ({ transactionReference, amountPaid })),
    },
  });
}
