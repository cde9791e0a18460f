import type { BankReversal } from "@/lib/bank";
import type { Kobo } from "@/lib/core/money";
import type { RefundState } from "@/lib/core/transaction";
import type { ReturnStatus } from "./contract";

/** A bank's report about a payment, from `reversals`. */
export interface ReportedReturn {
  kind: BankReversal["reversal"];
  stage: BankReversal["stage"];
  reference: string;
  /** 0 if the bank does not state it: then the whole payment. */
  amount: Kobo;
  dueAt: Date | null;
  receivedAt: Date;
}

/** A refund that a member requested, from `refunds`. */
export interface RequestedRefund {
  id: string;
  state: RefundState;
  amount: Kobo;
  bankReference: string;
  requestedAt: Date;
}

/** What came back of a payment. */
export interface Returns {
  status: ReturnStatus;
  /** The refunds, at most the payment's amount. */
  refunded: Kobo;
  /** The refunds, reversals and lost disputes, at most the payment's amount. */
  returned: Kobo;
  /** What can still be refunded: the rest, without refunds that are requested or in progress. */
  refundable: Kobo;
  /** The earliest due date of the open disputes; null if the bank states none. */
  disputeDueAt: Date | null;
}

const sum = (amounts: readonly Kobo[]) => amounts.reduce((total, amount) => total + amount, 0n);
const atMost = (limit: Kobo, amount: Kobo) => (amount < limit ? amount : limit);

/**
 * Derives what came back of a payment of this amount, from the bank's reports in any order and from the refunds that
 * members requested, oldest first. A bank's report of a requested refund is counted once: it has the refund's reference, or
 * else the same amount and arrived after the request.
 */
export function deriveReturns(
  amount: Kobo,
  reports: readonly ReportedReturn[],
  requested: readonly RequestedRefund[],
): Returns {
  const whole = (one: { amount: Kobo }) => (one.amount === 0n ? amount : one.amount);
  const of = (kind: ReportedReturn["kind"], ...stages: ReportedReturn["stage"][]) =>
    reports.filter((one) => one.kind === kind && stages.includes(one.stage));

  const completed = of("refund", "completed");
  const failed = of("refund", "dismissed");
  const unreported = withoutMatches(
    requested.filter(({ state }) => state !== "failed" && state !== "declined"),
    completed,
  );
  const begun = withoutMatches(
    withoutMatches(mergeSteps(of("refund", "pending", "opened")), [...completed, ...failed]),
    unreported,
  );
  const inState = (...states: RequestedRefund["state"][]) =>
    unreported.filter(({ state }) => states.includes(state)).map(whole);
  const refunds = sum([...completed.map(whole), ...inState("completed")]);
  const inProgress = sum([...begun.map(whole), ...inState("approved", "sending", "in_progress")]);

  const lost = sum([...of("reversal", "completed"), ...of("dispute", "completed")].map(whole));
  const decided = of("dispute", "completed", "dismissed");
  const disputes = of("dispute", "opened").filter(
    ({ reference }) => !decided.some((one) => one.reference === reference),
  );
  const returned = atMost(amount, refunds + lost);
  const hasFailed = failed.length > 0 || requested.some(({ state }) => state === "failed");
  return {
    status: statusOf(),
    refunded: atMost(amount, refunds),
    returned,
    refundable: amount - atMost(amount, returned + inProgress + sum(inState("awaiting_approval"))),
    disputeDueAt: earliest(disputes),
  };

  function statusOf(): ReturnStatus {
    if (disputes.length > 0) return "disputed";
    if (lost > 0n) return "reversed";
    if (refunds >= amount) return "refunded";
    if (inProgress > 0n) return "refund_in_progress";
    if (refunds > 0n) return "partly_refunded";
    return hasFailed ? "refund_failed" : "none";
  }
}

interface Matchable {
  amount: Kobo;
  reference?: string;
  id?: string;
  bankReference?: string;
  receivedAt?: Date;
  requestedAt?: Date;
}

/** A report of a refund is not older than the request. */
const isPossible = (request: Matchable, report: Matchable) =>
  !request.requestedAt || !report.receivedAt || report.receivedAt >= request.requestedAt;

const referencesOf = ({ reference, id, bankReference }: Matchable) =>
  [reference, id, bankReference].filter((text): text is string => text !== undefined && text !== "");

/** Returns the items that no other item matches: first by a common reference, then by amount, each at most once. */
function withoutMatches<Item extends Matchable>(
  items: readonly Item[],
  others: readonly Matchable[],
): Item[] {
  const left = [...others];
  const take = (isMatch: (other: Matchable) => boolean) => {
    const at = left.findIndex(isMatch);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const unmatched = items.filter((item) => {
    const references = referencesOf(item);
    return !take((other) => referencesOf(other).some((one) => references.includes(one)));
  });
  return unmatched.filter(
    (item) =>
      !take((other) => other.amount === item.amount && isPossible(item, other) && isPossible(other, item)),
  );
}

/**
 * Two reports about one refund, in progress and in need of attention, are one refund. The first can come before the refund
 * has a reference (Paystack).
 */
function mergeSteps(reports: readonly ReportedReturn[]): ReportedReturn[] {
  const keyOf = ({ reference, amount }: ReportedReturn) => `${reference} ${amount}`;
  const refunds = [...new Map(reports.map((one) => [keyOf(one), one])).values()];
  const named = refunds.filter(({ reference }) => reference !== "");
  const unnamed = refunds.filter(({ reference }) => reference === "");
  return [...withoutMatches(unnamed, named), ...named];
}

function earliest(disputes: readonly ReportedReturn[]): Date | null {
  const times = disputes.flatMap(({ dueAt }) => dueAt ?? []);
  return times.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
