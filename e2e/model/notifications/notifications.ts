import type { Bank, SignedNotification } from "../../bank";
import {
  createReversalNotification,
  lencoTransfer,
  monnifySettlement,
  REVERSALS,
  type ReversalName,
  signNotification,
} from "../../bank-samples";
import type { DAYS, Bank as Named } from "../generator";
import type { PaymentReport, Reversal, Status } from "../model";

/** A claim by one of the supported banks. */
export type BankPaymentReport = PaymentReport & { bank: Named };

/** The member that has a payment's status at each bank, and its word for pending. Nomba has no pending payments. */
const PENDING: Partial<Record<Named, [parent: string, member: string, word: string]>> = {
  paystack: ["data", "status", "pending"],
  monnify: ["eventData", "paymentStatus", "PENDING"],
  lenco: ["data", "status", "pending"],
  moniepoint: ["data", "transactionStatus", "PENDING"],
};

/** Whether a bank ever reports pending payments. */
export const reportsPending = (bank: Named): boolean => PENDING[bank] !== undefined;

/** The reference of a payment that members see: Paystack has only its own. */
export const referenceOf = ({ bank, key }: Pick<PaymentReport, "bank" | "key">) =>
  bank === "paystack" ? key : `${key}/${bank}`;

/** The notification that a payment into this account has this status. The bytes are the same each time. */
export function toNotification(
  bank: Bank,
  claim: BankPaymentReport,
  report: { status: Status; account: string },
): SignedNotification {
  const { channel, kobo: amount, key: paymentKey, device = "" } = claim;
  const status = report.status === "failed" ? "failed" : "successful";
  const paidAt = new Date(claim.paidAt);
  const bankRef = referenceOf(claim);
  const credit = bank.credit({
    ...{ paymentKey, bankRef, amount, channel, status, account: report.account, device, paidAt },
  });
  const notification = bank.compose(credit, claim.bank);
  if (report.status !== "pending") return notification;
  const [parent, member, word] = PENDING[claim.bank] ?? [];
  if (!parent || !member) throw new Error(`${claim.bank} has no pending status`);
  const message = JSON.parse(notification.body);
  message[parent][member] = word;
  return signNotification(bank, claim.bank, JSON.stringify(message));
}

/** The notifications that payments were settled on a date: Monnify sends one list, Lenco one notification each. */
export function toSettlementNotifications(
  bank: Bank,
  by: "monnify" | "lenco",
  settlement: { amounts: Record<string, string>; day: (typeof DAYS)[number] },
): SignedNotification[] {
  const { amounts, day } = settlement;
  if (by === "monnify")
    return [monnifySettlement(bank, { keys: Object.keys(amounts), amounts, at: day.monnify })];
  return Object.entries(amounts).map(([paymentKey, amount]) =>
    lencoTransfer(bank, { paymentKey, amount, account: "0000000000" }, day.lenco),
  );
}

/** Each bank's kinds of reversal. Lenco documents none. */
export const listReversals = (bank: Named): ReversalName[] =>
  (Object.keys(REVERSALS) as ReversalName[]).filter((name) => REVERSALS[name].provider === bank);

/** The notification that reverses a payment, and the reversal that it reports. */
export function toReversal(
  bank: Bank,
  name: ReversalName,
  taken: { paymentKey: string; kobo: bigint; reference: string },
): { notification: SignedNotification; reversal: Reversal } {
  const { kind, stage, ...own } = REVERSALS[name];
  const reference = "reference" in own ? own.reference : taken.reference;
  return {
    notification: createReversalNotification(bank, name, taken),
    reversal: { kind, stage, reference, kobo: taken.kobo },
  };
}
