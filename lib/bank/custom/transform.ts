import { z } from "zod";
import { parseFee } from "../parsing/amount";
import { buildCredit } from "../parsing/credit";
import { createParser, mapStatus, requireAmount, requireIdentity, WRONG_TYPE } from "../parsing/message";
import type { BankCredit } from "../provider";
import type { CustomBank } from "./config";

/**
 * Returns the text at a dotted path of own members; `undefined` if the member or a parent is absent or null; `WRONG_TYPE`
 * if the member is not a string or number, or a parent is not an object or array.
 */
function textAt(payload: unknown, memberPath: string | undefined): string | undefined {
  let value: unknown = memberPath === undefined ? undefined : payload;
  for (const member of memberPath?.split(".") ?? []) {
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "object" || (Array.isArray(value) && !ARRAY_INDEX.test(member))) return WRONG_TYPE;
    value = Object.hasOwn(value, member) ? Reflect.get(value, member) : undefined;
  }
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : WRONG_TYPE;
}

/** An array index. */
const ARRAY_INDEX = /^\d+$/;

const JsonObject = z.record(z.string(), z.unknown());

function credit(bank: CustomBank, payload: unknown): BankCredit {
  const { fields, unit } = bank;
  const text = (memberPath: string | undefined) => textAt(payload, memberPath);
  const paymentKey = requireIdentity(fields.paymentKey, text(fields.paymentKey));
  return buildCredit({
    paymentKey,
    amount: requireAmount(fields.amount, text(fields.amount), unit),
    status: mapStatus(fields.status, text(fields.status), Object.fromEntries(bank.statuses)),
    channel: bank.channels.get(text(fields.channel)?.toLowerCase() ?? "") ?? "unsupported",
    currency: text(fields.currency),
    account: text(fields.account),
    accountReference: text(fields.accountReference),
    devices: fields.devices.map(text),
    senderName: text(fields.senderName),
    senderAccount: text(fields.senderAccount),
    senderBankCode: text(fields.senderBankCode),
    senderBankName: text(fields.senderBankName),
    narration: text(fields.narration),
    refs: [text(fields.bankRef), paymentKey],
    paidAt: text(fields.paidAt),
    timeZone: bank.timeZone,
    fee: parseFee(text(fields.fee), unit),
    stampDuty: parseFee(text(fields.stampDuty), unit),
  });
}

/**
 * Creates the parser of the described bank's verified notifications. Kinds in `credits` are payments, kinds in `ignored`
 * are ignored, any other kind is unrecognised. A channel that is not in the table is unsupported; a status that is not in
 * the table makes the notification unreadable. The parser never throws.
 */
export function createCustomParser(bank: CustomBank) {
  return createParser({
    shape: JsonObject,
    unit: bank.unit,
    kind: (payload) => textAt(payload, bank.event.path),
    kinds: Object.fromEntries(
      bank.event.credits.map((kind) => [kind, (payload: unknown) => credit(bank, payload)]),
    ),
    ignored: bank.event.ignored,
    amount: (payload) => textAt(payload, bank.fields.amount),
  });
}
