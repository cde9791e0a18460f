import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { getProvider, type Provider, type SimulatedCredit } from "@/lib/bank";
import { type ProviderName, VERIFYING_SECRETS } from "@/lib/env";
import { type Address, type Answer, type SessionData, send } from "./http-client";

/** The body and the headers, with the signature, of a bank's request. */
export type SignedNotification = ReturnType<Provider["compose"]>;

/** The fields of a payment that a test sets; `credit` fills in the rest. */
export type Payment = Partial<SimulatedCredit> & { provider?: ProviderName };

/** Acts as the banks: posts notifications signed with the secrets of the running service. */
export interface Bank {
  /** Returns a complete credit with a random payment key and these fields. */
  credit(payment?: Payment): SimulatedCredit;
  /** Formats and signs a credit as its bank does. */
  compose(credit: SimulatedCredit, provider?: ProviderName): SignedNotification;
  post(notification: { headers: Record<string, string>; body: string | Buffer }): Promise<Answer>;
  /** Posts a payment, asserts a 200 and returns the credit. */
  pay(payment: Payment): Promise<SimulatedCredit>;
  /** Pays into the collection account of a session. */
  transfer(session: SessionData, payment?: Payment): Promise<SimulatedCredit>;
  /** Pays at a terminal of a session: the first, unless `device` is given. */
  tap(session: SessionData, payment?: Payment): Promise<SimulatedCredit>;
  /** The secret that verifies a bank's notifications. */
  secretOf(provider: ProviderName): string;
}

/** Returns the data folder of the service under test. Throws if it is not set. */
export function dataDir(): string {
  const folder = process.env.TAKINGS_E2E_DATA_DIR;
  if (!folder) throw new Error("TAKINGS_E2E_DATA_DIR must name the data folder of the service under test");
  return folder;
}

function secretOf(provider: ProviderName): string {
  return JSON.parse(readFileSync(path.join(dataDir(), "secrets.json"), "utf8"))[VERIFYING_SECRETS[provider]];
}

function credit({ provider: _, ...payment }: Payment = {}): SimulatedCredit {
  return {
    paymentKey: `e2e-${randomBytes(9).toString("hex")}`,
    amount: 1_250_050n,
    channel: "bank_transfer",
    status: "successful",
    account: "",
    device: "",
    senderName: "Ngozi Obi",
    senderAccount: "0123456789",
    senderBank: "058",
    narration: "Ticket 12, gate A",
    bankRef: "000013261120101530123456789012",
    paidAt: new Date("2026-11-20T09:15:30.000Z"),
    ...payment,
  };
}

/** The banks of a service. The default provider is Nomba, which has both channels and masks no field. */
export function createBank(address: Address): Bank {
  const compose: Bank["compose"] = (paid, provider = "nomba") =>
    getProvider(provider).compose(paid, secretOf(provider));
  const post: Bank["post"] = ({ headers, body }) =>
    send(address, { method: "POST", path: "/v1/webhooks/bank", headers, raw: body });
  const pay: Bank["pay"] = async (payment) => {
    const paid = credit(payment);
    const answer = await post(compose(paid, payment.provider));
    expect(answer.status, answer.text).toBe(200);
    return paid;
  };
  return {
    credit,
    compose,
    post,
    pay,
    transfer: (session, payment) =>
      pay({ channel: "bank_transfer", account: session.collection_account?.account_number, ...payment }),
    tap: (session, payment) =>
      pay({ channel: "pos", device: session.pos_terminals[0]?.terminal_id, ...payment }),
    secretOf,
  };
}
