import { z } from "zod";
import type { BankMessage, RawNotice } from "../provider";
import { readKobo } from "../wire/amount";
import { creditOf } from "../wire/credit";
import { amountOf, identity, meaning, type Reading, readMessage } from "../wire/message";
import type { CustomBank } from "./config";

/** The text at a dotted path, own members only; `undefined` where there is none or it is no scalar. */
function textAt(wire: unknown, memberPath: string | undefined): string | undefined {
  let here: unknown = memberPath === undefined ? undefined : wire;
  for (const member of memberPath?.split(".") ?? []) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, member)) return undefined;
    here = Reflect.get(here, member);
  }
  return typeof here === "string" ? here : undefined;
}

const JsonObject = z.record(z.string(), z.unknown()).nullish().catch(null);

/**
 * Reads a verified notice by the file's paths and tables: an event not among its credits is an aside, a channel not
 * in its table is unsupported, a status not in its table makes the notice unreadable. Never throws.
 */
export function parse(bank: CustomBank, notice: RawNotice): BankMessage {
  const { fields, unit } = bank;
  const read = (wire: unknown, event: string): Reading => {
    if (!bank.event.credits.includes(event)) return { kind: "aside" };
    const text = (memberPath: string | undefined) => textAt(wire, memberPath);
    const paymentKey = identity(fields.paymentKey, text(fields.paymentKey));
    return creditOf({
      paymentKey,
      amount: amountOf(fields.amount, text(fields.amount), unit),
      status: meaning(fields.status, text(fields.status), Object.fromEntries(bank.statuses)),
      channel: bank.channels.get(text(fields.channel)?.toLowerCase() ?? "") ?? "unsupported",
      currency: text(fields.currency),
      account: text(fields.account),
      devices: fields.devices.map(text),
      senderName: text(fields.senderName),
      senderAccount: text(fields.senderAccount),
      senderBankCode: text(fields.senderBankCode),
      senderBankName: text(fields.senderBankName),
      narration: text(fields.narration),
      refs: [text(fields.bankRef), paymentKey],
      paidAt: text(fields.paidAt),
      timeZone: bank.timeZone,
      fee: readKobo(text(fields.fee), unit),
      stampDuty: readKobo(text(fields.stampDuty), unit),
    });
  };
  return readMessage(notice.body, {
    shape: JsonObject,
    event: (wire) => textAt(wire, bank.event.path),
    read,
  });
}
