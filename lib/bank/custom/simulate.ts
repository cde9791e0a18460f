import { createHash } from "node:crypto";
import { formatBankAmount } from "../parsing/amount";
import { findBank } from "../parsing/bank-names";
import type { RawNotification, SimulatedCredit } from "../provider";
import { CONTENT_PLACEHOLDER, type CustomBank } from "./config";
import { sign } from "./verify";

interface Branch {
  [member: string]: Branch | string;
}

/** Sets the member at a dotted path and creates missing parents. Objects have no prototype, so any name is allowed. */
function setAt(root: Branch, memberPath: string, value: string): void {
  const members = memberPath.split(".");
  const last = members.pop() ?? "";
  let node = root;
  for (const member of members) {
    const next = node[member];
    const branch: Branch = typeof next === "object" ? next : Object.create(null);
    node[member] = branch;
    node = branch;
  }
  node[last] = value;
}

/** Returns the first bank value that maps to this value; `""` if there is none. */
function bankValueFor<Meaning>(table: Map<string, Meaning>, wanted: Meaning): string {
  return [...table].find(([, meaning]) => meaning === wanted)?.[0] ?? "";
}

/** Builds the described bank's signed notification of a payment. Each signed header gets a distinct value. */
export function compose(bank: CustomBank, credit: SimulatedCredit, secret: string) {
  const { fields, unit } = bank;
  const root: Branch = Object.create(null);
  const write = (memberPath: string | undefined, value: string) =>
    memberPath && setAt(root, memberPath, value);
  write(bank.event.path, bank.event.credits[0] ?? "");
  write(fields.paymentKey, credit.paymentKey);
  write(fields.bankRef, credit.bankRef);
  write(fields.amount, formatBankAmount(credit.amount, unit));
  write(fields.status, bankValueFor(bank.statuses, credit.status));
  write(fields.channel, bankValueFor(bank.channels, credit.channel));
  write(fields.currency, "NGN");
  write(fields.account, credit.account);
  write(fields.devices[0], credit.device);
  write(fields.senderName, credit.senderName);
  write(fields.senderAccount, credit.senderAccount);
  write(fields.senderBankCode, credit.senderBank);
  write(fields.senderBankName, findBank(credit.senderBank)?.name ?? "");
  write(fields.narration, credit.narration);
  write(fields.paidAt, credit.paidAt.toISOString());
  const body = JSON.stringify(root);

  const headers: Record<string, string> = { "content-type": "application/json" };
  for (const [, name] of bank.signature.content.matchAll(CONTENT_PLACEHOLDER)) {
    if (name)
      headers[name] = createHash("sha256").update(`${name}:${credit.paymentKey}`).digest("hex").slice(0, 24);
  }
  const notification: RawNotification = { headers: new Headers(headers), body: Buffer.from(body) };
  return {
    headers: { ...headers, [bank.signature.header]: sign(bank.signature, notification, secret) ?? "" },
    body,
  };
}
