import type { BankCredit, BankMessage } from "@/lib/bank";
import type { ExceptionReason } from "@/lib/db/schema";
import { bodyDigest, dedupeKey } from "@/lib/exceptions";
import { needsBankConfirmation } from "@/lib/transactions";
import type { Difference, Run } from "./difference";
import type { OtherNotification } from "./other-notifications";

/** A fact of which one exception is expected, under one of these digests (`dedupeKey`). */
export interface ExpectedFact {
  keys: string[];
  /** What is reported where there is none. */
  missing: Difference;
}

/** The reasons that a credit can be an exception for. */
export const CREDIT_REASONS: readonly ExceptionReason[] = [
  "unknown_destination",
  "session_closed",
  "conflicting_repeat",
  "contradicting_status",
  "unsupported_channel",
  "unsupported_currency",
  "device_claim",
];

/** The credit as an exception states it: a success that is not proven says no more than pending about a known payment. */
export function statedCredits(credit: BankCredit, notice: Pick<OtherNotification, "mode">): BankCredit[] {
  return needsBankConfirmation({ credit, notice }) ? [credit, { ...credit, status: "pending" }] : [credit];
}

/** The fact that a payment, or a notification that is not understood, is an exception for. */
export function factsOf(one: OtherNotification, message: BankMessage): ExpectedFact[] {
  if (message.kind === "credit") return [expected(one, keysOfCredit(one, message))];
  if (message.kind !== "unrecognised" && message.kind !== "unreadable") return [];
  const subject = bodyDigest(one.body).toString("hex");
  const amount = message.kind === "unrecognised" ? message.amount : undefined;
  return [expected(one, [dedupeKey(one, { reason: message.kind, subject, amount })])];
}

/** A late `pending` adds nothing to an exception that has a final status. */
function keysOfCredit(one: OtherNotification, credit: BankCredit): string[] {
  const stated = statedCredits(credit, one);
  const isPending = stated.some(({ status }) => status === "pending");
  const statuses = isPending ? ["pending", "successful", "failed"] : [credit.status];
  return CREDIT_REASONS.flatMap((reason) =>
    statuses.map((status) => dedupeKey(one, { reason, subject: credit.paymentKey, credit }, status)),
  );
}

/** A fact of this notification, reported as its exception where that is missing. */
export function expected(one: OtherNotification, keys: string[], of: string = one.id): ExpectedFact {
  return {
    keys,
    missing: { sessionId: one.sessionId, what: `exception of ${of}`, kept: "none", derived: "one" },
  };
}

/** Reports the facts that no exception is about. */
export async function reportMissingFacts(run: Run, facts: readonly ExpectedFact[]): Promise<void> {
  if (facts.length === 0) return;
  const existing = await run.db.sql<{ key: string }[]>`
    select dedupe_key as key from exceptions where dedupe_key = any(${facts.flatMap(({ keys }) => keys)})`;
  const keys = new Set(existing.map(({ key }) => key));
  run.report(facts.filter((fact) => !fact.keys.some((key) => keys.has(key))).map(({ missing }) => missing));
}
