import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { type Provider, providerNamed, type SimulatedCredit } from "@/lib/bank";
import { type ProviderName, VERIFYING_SECRETS } from "@/lib/env";
import { type Address, type Answer, type SessionData, send } from "./http-client";

/** What a bank posts: bytes and the headers that sign them. */
export type Notice = ReturnType<Provider["compose"]>;

/** A payment, of which a test says what matters to it. */
export type Payment = Partial<SimulatedCredit> & { provider?: ProviderName };

/** The banks, seen from outside: what they post, signed with the secrets of the running service. */
export interface Bank {
  /** A whole credit with a payment key of its own, where the test says nothing else. */
  credit(payment?: Payment): SimulatedCredit;
  /** Writes and signs a credit as its bank would. */
  compose(credit: SimulatedCredit, provider?: ProviderName): Notice;
  post(notice: { headers: Record<string, string>; body: string | Buffer }): Promise<Answer>;
  /** Tells of a payment and sees it acknowledged; answers what was paid. */
  pay(payment: Payment): Promise<SimulatedCredit>;
  /** Pays into the collection account of a session as its creation answered it. */
  transfer(session: SessionData, payment?: Payment): Promise<SimulatedCredit>;
  /** Pays at one of a session's terminals, the first unless another is named. */
  tap(session: SessionData, payment?: Payment): Promise<SimulatedCredit>;
  /** The secret that verifies a bank's notices. */
  secretOf(provider: ProviderName): string;
}

/** The data folder of the service under test. */
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

/** The banks of a service. Nomba where no bank is named: it has both channels and masks nothing. */
export function bankOf(address: Address): Bank {
  const compose: Bank["compose"] = (paid, provider = "nomba") =>
    providerNamed(provider).compose(paid, secretOf(provider));
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
