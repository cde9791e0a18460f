import { throwUnreadable } from "../parsing/message";
import { parseSettlementDay, toListedSettlements } from "../parsing/settlement";
import type {
  ListedPayment,
  ListedSettlement,
  ListedSettlements,
  ListRequest,
  Provider,
  ProviderContext,
} from "../provider";
import { listSince } from "./list";

/** Nomba credits the wallet at once [D], on every day of the week. */
export const SETTLEMENT_CYCLES: NonNullable<Provider["settlementCycles"]> = {
  bank_transfer: { days: 0, isBusinessDays: false },
  pos: { days: 0, isBusinessDays: false },
};

/**
 * Lists a page of Nomba's settlements: there are none besides the credit entries of the wallet [D], so each successful
 * incoming transaction is one settlement of that payment, under the payment's own reference, on the day of its time. The
 * amount is the gross one; whether the entry's charge is taken from the same wallet is not documented [?], so no net amount
 * is stated. Throws like `listSince`.
 */
export async function listSettlements(
  request: ListRequest,
  context: ProviderContext,
): Promise<ListedSettlements> {
  const { payments, nextCursor } = await listSince(request, context);
  return {
    ...toListedSettlements(payments, ({ message }) => toSettlement(message, context.businessTimeZone)),
    pendingTimes: toPendingTimes(payments),
    ...(nextCursor && { nextCursor }),
  };
}

const toPendingTimes = (payments: readonly ListedPayment[]): Date[] =>
  payments.flatMap(({ message }) =>
    message.kind === "credit" && message.status === "pending" && message.paidAt ? [message.paidAt] : [],
  );

function toSettlement(
  message: ListedPayment["message"],
  businessTimeZone: string,
): ListedSettlement | undefined {
  if (message.kind === "unreadable") return throwUnreadable("a transaction", message.why);
  const { paymentKey, amount, paidAt, status, currency } = message;
  if (status !== "successful" || currency !== "NGN") return undefined;
  return {
    reference: paymentKey,
    settledOn: parseSettlementDay("timeCreated", paidAt?.toISOString(), businessTimeZone),
    payments: { lines: [{ paymentKey, gross: amount }], unreadableLines: [] },
  };
}
