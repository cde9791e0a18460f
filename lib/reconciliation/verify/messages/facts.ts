import { BankCredit, type BankMessage, getProvider, isSamePayment, originalDigest } from "@/lib/bank";
import { TRANSACTION_STATUSES } from "@/lib/core/transaction";
import type { RowOf } from "@/lib/db/rows";
import type { ExceptionReason, exceptions } from "@/lib/db/schema";
import { dedupeKey } from "@/lib/exceptions";
import type { Difference, Run } from "../difference";
import type { OtherNotification } from "./other-notifications";

/** A fact that requires one exception, under one of these digests (`dedupeKey`). */
export interface ExpectedFact {
  keys: string[];
  /** The difference reported if the exception is missing. */
  missing: Difference;
  /** The report of a payment, which the exception of an earlier report of the same payment answers too. */
  report?: PaymentReport;
}

interface PaymentReport extends Pick<OtherNotification, "mode" | "bankConnectionId"> {
  credit: BankCredit;
  /** The statuses that the exception can have. */
  statuses: readonly BankCredit["status"][];
}

/** The possible exception reasons of a credit. */
export const CREDIT_REASONS: readonly ExceptionReason[] = [
  "unknown_destination",
  "session_closed",
  "conflicting_repeat",
  "contradicting_status",
  "unsupported_channel",
  "unsupported_currency",
  "device_claim",
];

/** The credit as an exception can state it: a success that waits for its bank's confirmation counts as pending. */
export function statedCredits(
  credit: BankCredit,
  { mode, provider }: Pick<OtherNotification, "mode" | "provider">,
): BankCredit[] {
  const canWait = () => credit.needsConfirmation || getProvider(provider).confirm !== undefined;
  return mode === "live" && credit.status === "successful" && canWait()
    ? [credit, { ...credit, status: "pending" }]
    : [credit];
}

/** The facts of the exceptions that a payment or an unreadable notification requires. */
export function factsOf(one: OtherNotification, message: BankMessage): ExpectedFact[] {
  if (message.kind === "credit") return [factOfCredit(one, message)];
  if (message.kind !== "unrecognised" && message.kind !== "unreadable") return [];
  const correlationKey = originalDigest(one.body);
  const amount = message.kind === "unrecognised" ? message.amount : undefined;
  return [expectedFact(one, [dedupeKey(one, { reason: message.kind, correlationKey, amount })])];
}

/** A late `pending` does not change an exception with a final status. */
function factOfCredit(one: OtherNotification, credit: BankCredit): ExpectedFact {
  const stated = statedCredits(credit, one);
  const isPending = stated.some(({ status }) => status === "pending");
  const statuses = isPending ? TRANSACTION_STATUSES : [credit.status];
  const keys = CREDIT_REASONS.flatMap((reason) =>
    statuses.map((status) => dedupeKey(one, { reason, correlationKey: credit.paymentKey, credit }, status)),
  );
  const { mode, bankConnectionId } = one;
  return { ...expectedFact(one, keys), report: { mode, bankConnectionId, credit, statuses } };
}

/** Creates a fact of this notification; a missing exception is reported under `of`. */
export function expectedFact(one: OtherNotification, keys: string[], of: string = one.id): ExpectedFact {
  return {
    keys,
    missing: { sessionId: one.sessionId, what: `exception of ${of}`, kept: "none", derived: "one" },
  };
}

/** Reports the facts without an exception. */
export async function reportMissingFacts(run: Run, facts: readonly ExpectedFact[]): Promise<void> {
  if (facts.length === 0) return;
  const existing = await run.db.sql<{ key: string }[]>`
    select dedupe_key as key from exceptions where dedupe_key = any(${facts.flatMap(({ keys }) => keys)})`;
  const keys = new Set(existing.map(({ key }) => key));
  for (const { report, missing } of facts.filter((fact) => !fact.keys.some((key) => keys.has(key))))
    if (!report || !(await hasEarlierReport(run, report))) run.report([missing]);
}

/** Whether another report of the payment, which states its account or device differently, opened an exception. */
async function hasEarlierReport(
  { db }: Run,
  { mode, bankConnectionId, credit, statuses }: PaymentReport,
): Promise<boolean> {
  const stored = await db.sql<RowOf<typeof exceptions, "credit">[]>`
    select credit from exceptions
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and correlation_key = ${credit.paymentKey}
      and reason = any(${[...CREDIT_REASONS]}) and credit->>'status' = any(${[...statuses]})`;
  return stored.some((one) => {
    const { data } = BankCredit.safeParse(one.credit);
    return data !== undefined && isSamePayment(data, credit);
  });
}
