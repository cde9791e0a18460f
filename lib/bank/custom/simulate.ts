import { createHash } from "node:crypto";
import { findBank } from "../bank-names";
import { writeKobo } from "../parsing/amount";
import type { RawNotice, SimulatedCredit } from "../provider";
import { CONTENT_PIECE, type CustomBank } from "./config";
import { sign } from "./verify";

interface Branch {
  [member: string]: Branch | string;
}

/** Sets the member at a dotted path, making what lies between. Objects have no prototype: every name is a member. */
function setAt(root: Branch, memberPath: string, value: string): void {
  const members = memberPath.split(".");
  const last = members.pop() ?? "";
  let here = root;
  for (const member of members) {
    const next = here[member];
    const branch: Branch = typeof next === "object" ? next : Object.create(null);
    here[member] = branch;
    here = branch;
  }
  here[last] = value;
}

/** The bank's word for one of our meanings. */
function wordFor<Meaning>(table: Map<string, Meaning>, wanted: Meaning): string {
  return [...table].find(([, meaning]) => meaning === wanted)?.[0] ?? "";
}

/** Writes what the described bank would post of this payment, signed. Headers that it signs get a value of their own. */
export function compose(bank: CustomBank, credit: SimulatedCredit, secret: string) {
  const { fields, unit } = bank;
  const root: Branch = Object.create(null);
  const write = (memberPath: string | undefined, value: string) =>
    memberPath && setAt(root, memberPath, value);
  write(bank.event.path, bank.event.credits[0] ?? "");
  write(fields.paymentKey, credit.paymentKey);
  write(fields.bankRef, credit.bankRef);
  write(fields.amount, writeKobo(credit.amount, unit));
  write(fields.status, wordFor(bank.statuses, credit.status));
  write(fields.channel, wordFor(bank.channels, credit.channel));
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
  for (const [, name] of bank.signature.content.matchAll(CONTENT_PIECE)) {
    if (name)
      headers[name] = createHash("sha256").update(`${name}:${credit.paymentKey}`).digest("hex").slice(0, 24);
  }
  const notice: RawNotice = { headers: new Headers(headers), body: Buffer.from(body) };
  return {
    headers: { ...headers, [bank.signature.header]: sign(bank.signature, notice, secret) ?? "" },
    body,
  };
}
