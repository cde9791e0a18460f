import { z } from "zod";
import { type BankCredit, STATED_REVERSALS } from "../parsing/credit";
import { isIdentity } from "../parsing/text";
import type { BankMessage, BankReversal } from "../provider";
import { decodeStored } from "./decode";

/** The event name of a stored `StatedReversal`, whether the bank's list or its answer about the payment stated it. */
export const STATED_REVERSAL_EVENT = "reversal.list";

/** The stored body: the payment and the kind of its reversal. */
const Stored = z.strictObject({
  reversal: z.enum(STATED_REVERSALS),
  payment_reference: z.string().refine(isIdentity),
});

/** A completed reversal that the status of a payment states, without its amount and reference. */
export type StatedReversal = Required<Pick<BankCredit, "reversal" | "paymentKey">>;

/** Serialises it as the body of a stored notification; the same payment and kind give the same bytes. */
export function composeStatedReversal({ reversal, paymentKey }: StatedReversal): Buffer {
  const stored: z.input<typeof Stored> = { reversal, payment_reference: paymentKey };
  return Buffer.from(JSON.stringify(stored));
}

/** Converts it to the message that a bank's own notification would be. */
export function toReversal({ reversal, paymentKey }: StatedReversal): BankReversal {
  return {
    kind: "reversal",
    reversal,
    stage: "completed",
    paymentKeys: [paymentKey],
    reference: "",
    status: "",
  };
}

/** Parses the stored body; `undefined` if it was not written by `composeStatedReversal`. */
export function parseComposedReversal(body: Buffer): BankMessage | undefined {
  const parsed = decodeStored(Stored, body);
  if (!parsed) return undefined;
  const { reversal, payment_reference: paymentKey } = parsed;
  return { event: STATED_REVERSAL_EVENT, ...toReversal({ reversal, paymentKey }) };
}
