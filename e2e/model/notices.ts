import type { Bank, Notice } from "../bank";
import {
  lencoTransfer,
  monnifySettlement,
  REVERSALS,
  type ReversalName,
  reversalNotice,
  signed,
} from "../bank-samples";
import type { DAYS, Bank as Named } from "./generator";
import type { Claim, Reversal, Status } from "./model";

/** A claim by a bank of ours. */
export type NamedClaim = Claim & { bank: Named };

/** Where each bank writes a payment's status, and its word for one that waits. Nomba's payments never wait. */
const PENDING: Partial<Record<Named, [parent: string, member: string, word: string]>> = {
  paystack: ["data", "status", "pending"],
  monnify: ["eventData", "paymentStatus", "PENDING"],
  lenco: ["data", "status", "pending"],
  moniepoint: ["data", "transactionStatus", "PENDING"],
};

/** Whether a bank ever tells of a payment that waits. */
export const saysPending = (bank: Named): boolean => PENDING[bank] !== undefined;

/** The reference that people see of a payment: Paystack knows its own alone. */
export const referenceOf = ({ bank, key }: Pick<Claim, "bank" | "key">) =>
  bank === "paystack" ? key : `${key}/${bank}`;

/** What a bank posts to say that a payment into this account has this status. The same bytes each time. */
export function noticeOf(bank: Bank, claim: NamedClaim, told: { status: Status; account: string }): Notice {
  const { channel, kobo: amount, key: paymentKey, device = "" } = claim;
  const status = told.status === "failed" ? "failed" : "successful";
  const paidAt = new Date(claim.paidAt);
  const bankRef = referenceOf(claim);
  const credit = bank.credit({
    ...{ paymentKey, bankRef, amount, channel, status, account: told.account, device, paidAt },
  });
  const notice = bank.compose(credit, claim.bank);
  if (told.status !== "pending") return notice;
  const [parent, member, word] = PENDING[claim.bank] ?? [];
  if (!parent || !member) throw new Error(`${claim.bank} never says pending`);
  const message = JSON.parse(notice.body);
  message[parent][member] = word;
  return signed(bank, claim.bank, JSON.stringify(message));
}

/** What a bank posts to say that payments were settled on a day: Monnify in one list, Lenco one by one. */
export function settlementNotices(
  bank: Bank,
  by: "monnify" | "lenco",
  settlement: { amounts: Record<string, string>; day: (typeof DAYS)[number] },
): Notice[] {
  const { amounts, day } = settlement;
  if (by === "monnify")
    return [monnifySettlement(bank, { keys: Object.keys(amounts), amounts, at: day.monnify })];
  return Object.entries(amounts).map(([paymentKey, amount]) =>
    lencoTransfer(bank, { paymentKey, amount, account: "0000000000" }, day.lenco),
  );
}

/** How each bank takes a payment back. Lenco documents nothing of the kind. */
export const reversalsOf = (bank: Named): ReversalName[] =>
  (Object.keys(REVERSALS) as ReversalName[]).filter((name) => REVERSALS[name].provider === bank);

/** What a bank posts to take a payment back, and what it says. */
export function reversalOf(
  bank: Bank,
  name: ReversalName,
  taken: { paymentKey: string; kobo: bigint; reference: string },
): { notice: Notice; reversal: Reversal } {
  const { kind, stage, ...own } = REVERSALS[name];
  const reference = "reference" in own ? own.reference : taken.reference;
  return {
    notice: reversalNotice(bank, name, taken),
    reversal: { kind, stage, reference, kobo: taken.kobo },
  };
}
