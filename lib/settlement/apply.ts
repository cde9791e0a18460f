import type { BankSettlement } from "@/lib/bank";
import { Failure } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import { formatKobo, type Kobo } from "@/lib/core/money";
import { type Db, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { settlementLines } from "@/lib/db/schema";
import {
  type ExceptionDetails,
  findSavedNotification,
  openExceptions,
  type SavedNotification,
  saveNotification,
} from "@/lib/exceptions";
import { hasSameAmount, isContradicting } from "./compare-lines";
import { storeSettlement } from "./ledger/derive";
import { settlePayments } from "./mark-settled";

type Line = BankSettlement["lines"][number];

/** A payment can be recorded between locking the sessions and claiming the identities; the attempt is then repeated. */
const MAX_ATTEMPTS = 5;

/**
 * Applies a settlement that a bank reports (§2.7). Stores the settlement and every readable line, compares it with its payment and settles
 * the payments that agree on the settlement's date; repeats and any order give the same result. A line of a pending
 * payment waits until the payment is successful. A line that differs, cannot be read, or names a payment that was never
 * reported opens an exception. Throws `Failure("unavailable")` after `MAX_ATTEMPTS` conflicts with concurrent recording;
 * the bank then retries.
 */
export async function applySettlement(
  notification: SavedNotification,
  settlement: BankSettlement,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await systemTx((db) => applyOnce(db, notification, settlement));
    } catch (thrown) {
      if (thrown !== LOST_RACE || attempt === MAX_ATTEMPTS) throw thrown;
    }
  }
}

/** Thrown to roll back the SQL transaction when a payment was recorded between locking and claiming. */
const LOST_RACE = new Failure("unavailable", {
  headers: { "retry-after": "1" },
  internal: "a settlement conflicted with concurrent recording on every attempt",
});

async function applyOnce(db: Db, notification: SavedNotification, settlement: BankSettlement): Promise<void> {
  const { reference } = settlement;
  if (await findSavedNotification(db, notification, reference, null)) return;
  const { lines, conflicting } = distinctLines(settlement.lines);
  const keys = lines.map((line) => line.paymentKey).sort();
  const lockedSessions = await lockSessions(db, notification, keys);
  for (const sessionId of await claimIdentities(db, notification, keys)) {
    if (!lockedSessions.has(sessionId)) throw LOST_RACE;
  }
  await saveNotification(db, notification, { correlationKey: reference, outcome: "settlement" });
  await storeSettlement(db, notification, settlement);
  const conflictingWithStored = await insertLines(db, notification, settlement, lines);
  await settlePayments(db, notification, keys);
  await openExceptions(db, notification, [
    ...conflictingWithStored.map(({ line, stored }) => toConflictingLineException(reference, line, stored)),
    ...conflicting.map(({ line, stored }) => toConflictingLineException(reference, line, stored)),
    ...settlement.unreadableLines.map((line) => toUnreadableLineException(reference, line)),
  ]);
}

/** The amount that a line states: gross, else net. */
const statedAmount = ({ gross, net }: { gross?: Kobo | null; net?: Kobo | null }): Kobo => gross ?? net ?? 0n;

interface ConflictingLine {
  line: Line;
  /** The amount that the first line of the payment states. */
  stored: Kobo;
}

/** Returns the first line of each payment, and the lines that repeat a payment with another amount. */
function distinctLines(all: readonly Line[]): { lines: Line[]; conflicting: ConflictingLine[] } {
  const first = new Map<string, Line>();
  const conflicting: ConflictingLine[] = [];
  for (const line of all) {
    const existing = first.get(line.paymentKey);
    if (!existing) first.set(line.paymentKey, line);
    else if (!hasSameAmount(line, { gross: existing.gross ?? null, net: existing.net ?? null }))
      conflicting.push({ line, stored: statedAmount(existing) });
  }
  return { lines: [...first.values()], conflicting };
}

/** Locks the counter rows of these payments' sessions, ordered by id to avoid deadlocks; returns the sessions. */
async function lockSessions(
  { sql }: Db,
  { mode, bankConnectionId }: SavedNotification,
  keys: string[],
): Promise<Set<Id<"session">>> {
  const rows = await sql<{ sessionId: Id<"session"> }[]>`
    select distinct session_id from payment_identities
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = any(${keys})
      and session_id is not null
    order by session_id`;
  const sessions = rows.map((row) => row.sessionId);
  // One statement each: a distributed database locks the rows of one session only.
  for (const id of sessions) await sql`select from session_states where session_id = ${id} for update`;
  return new Set(sessions);
}

/** Marks these identities for review by recording; returns the sessions of payments that are already recorded. */
async function claimIdentities(
  { sql }: Db,
  { mode, bankConnectionId }: SavedNotification,
  keys: string[],
): Promise<Set<Id<"session">>> {
  const rows = await sql<{ sessionId: Id<"session"> | null }[]>`
    insert into payment_identities as p (mode, bank_connection_id, payment_key, needs_review)
    select ${mode}, ${bankConnectionId}, payment_key, true from unnest(${keys}::text[]) as payment_key
    order by payment_key
    on conflict (mode, bank_connection_id, payment_key) do update set needs_review = true
    returning p.session_id`;
  return new Set(rows.flatMap(({ sessionId }) => sessionId ?? []));
}

/** Stores the lines; returns the lines whose amount differs from an earlier notification of this settlement. */
async function insertLines(
  { sql }: Db,
  { mode, bankConnectionId, notificationId, receivedAt }: SavedNotification,
  { reference, settledOn }: BankSettlement,
  lines: readonly Line[],
): Promise<ConflictingLine[]> {
  const rows = lines.map(({ paymentKey, gross, net }) => ({
    id: newId("settlementLine"),
    payment_key: paymentKey,
    gross: gross?.toString() ?? null,
    net: gross === undefined ? (net?.toString() ?? null) : null,
  }));
  await sql`
    insert into settlement_lines (mode, bank_connection_id, payment_key, reference, id, settled_on, gross, net, state,
      notification_id, received_at)
    select ${mode}, ${bankConnectionId}, payment_key, ${reference}, id, ${settledOn}::date, gross, net, 'waiting',
      ${notificationId}, ${receivedAt}
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as l(id text, payment_key text, gross bigint, net bigint)
    order by payment_key
    on conflict (mode, bank_connection_id, payment_key, reference) do nothing`;
  const stored = await sql<RowOf<typeof settlementLines, "paymentKey" | "gross" | "net">[]>`
    select payment_key, gross, net from settlement_lines
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and reference = ${reference}
      and payment_key = any(${lines.map(({ paymentKey }) => paymentKey)}) and notification_id <> ${notificationId}`;
  const earlier = new Map(stored.map((row) => [row.paymentKey, row]));
  return lines.flatMap((line) => {
    const before = earlier.get(line.paymentKey);
    return before && isContradicting(line, before) ? [{ line, stored: statedAmount(before) }] : [];
  });
}

function toConflictingLineException(reference: string, line: Line, stored: Kobo): ExceptionDetails {
  return {
    reason: "settlement_mismatch",
    detail: `Settlement ${reference} lists this payment with ${formatKobo(statedAmount(line))} and with ${formatKobo(stored)}. The first is kept; ask the bank which is right.`,
    correlationKey: line.paymentKey,
    facts: [reference, "repeated"],
    amount: statedAmount(line),
    recordedAmount: stored,
  };
}

function toUnreadableLineException(
  reference: string,
  { index, why, amount }: BankSettlement["unreadableLines"][number],
): ExceptionDetails {
  return {
    reason: "settlement_unreadable",
    detail: `Line ${index + 1} of settlement ${reference} cannot be read: ${why}. The other lines are applied.`,
    correlationKey: `${reference} line ${index + 1}`,
    amount,
  };
}
