import { type BankCredit, type BankMessage, getProvider, originalDigest } from "@/lib/bank";
import type { ExceptionReason } from "@/lib/db/schema";
import { dedupeKey } from "@/lib/exceptions";
import type { Difference, Run } from "../difference";
import type { OtherNotification } from "./other-notifications";

/** A fact that requires one exception, under one of these digests (`dedupeKey`). */
export interface ExpectedFact {
  keys: string[];
  /** The difference reported if the exception is missing. */
  missing: Difference;
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
  if (message.kind === "credit") return [expectedFact(one, keysOfCredit(one, message))];
  if (message.kind !== "unrecognised" && message.kind !== "unreadable") return [];
  const correlationKey = originalDigest(one.body);
  const amount = message.kind === "unrecognised" ? message.amount : undefined;
  return [expectedFact(one, [dedupeKey(one, { reason: message.kind, correlationKey, amount })])];
}

/** A late `pending` does not change an exception with a final status. */
function keysOfCredit(one: OtherNotification, credit: BankCredit): string[] {
  const stated = statedCredits(credit, one);
  const isPending = stated.some(({ status }) => status === "pending");
  const statuses = isPending ? ["pending", "successful", "failed"] : [credit.status];
  return CREDIT_REASONS.flatMap((reason) =>
    statuses.map((status) => dedupeKey(one, { reason, correlationKey: credit.paymentKey, credit }, status)),
  );
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
  run.report(facts.filter((fact) => !fact.keys.some((key) => keys.has(key))).map(({ missing }) => missing));
}
