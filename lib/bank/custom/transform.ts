import { z } from "zod";
import { readCharge } from "../parsing/amount";
import { buildCredit } from "../parsing/credit";
import { amountOf, identity, mapStatus, parserOf, WRONG_TYPE } from "../parsing/message";
import type { BankCredit } from "../provider";
import type { CustomBank } from "./config";

/**
 * The text at a dotted path, own members only; `undefined` where the member or one before it is absent or null, and
 * `WRONG_TYPE` where it is no string or number or one before it is no object or array.
 */
function textAt(wire: unknown, memberPath: string | undefined): string | undefined {
  let here: unknown = memberPath === undefined ? undefined : wire;
  for (const member of memberPath?.split(".") ?? []) {
    if (here === undefined || here === null) return undefined;
    if (typeof here !== "object" || (Array.isArray(here) && !PLACE.test(member))) return WRONG_TYPE;
    here = Object.hasOwn(here, member) ? Reflect.get(here, member) : undefined;
  }
  if (here === undefined || here === null) return undefined;
  return typeof here === "string" ? here : WRONG_TYPE;
}

/** A place in an array. */
const PLACE = /^\d+$/;

const JsonObject = z.record(z.string(), z.unknown());

function credit(bank: CustomBank, wire: unknown): BankCredit {
  const { fields, unit } = bank;
  const text = (memberPath: string | undefined) => textAt(wire, memberPath);
  const paymentKey = identity(fields.paymentKey, text(fields.paymentKey));
  return buildCredit({
    paymentKey,
    amount: amountOf(fields.amount, text(fields.amount), unit),
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
    fee: readCharge(text(fields.fee), unit),
    stampDuty: readCharge(text(fields.stampDuty), unit),
  });
}

/**
 * Makes the reader of the described bank's verified notices: its credits are payments, its ignored kinds are ignored,
 * any other kind is unrecognised; a channel not in its table is unsupported, a status not in its table makes the
 * notice unreadable. Never throws.
 */
export function parserFor(bank: CustomBank) {
  return parserOf({
    shape: JsonObject,
    unit: bank.unit,
    kind: (wire) => textAt(wire, bank.event.path),
    kinds: Object.fromEntries(
      bank.event.credits.map((kind) => [kind, (wire: unknown) => credit(bank, wire)]),
    ),
    ignored: bank.event.ignored,
    amount: (wire) => textAt(wire, bank.fields.amount),
  });
}
