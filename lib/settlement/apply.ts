import type { BankSettlement } from "@/lib/bank";
import { Failure } from "@/lib/core/errors";
import { type Id, newId } from "@/lib/core/ids";
import { formatKobo, type Kobo } from "@/lib/core/money";
import { type Db, systemTx } from "@/lib/db/client";
import {
  type ExceptionDetails,
  findSavedNotification,
  openExceptions,
  type SavedNotification,
  saveNotification,
} from "@/lib/exceptions";
import { settlePayments } from "./mark-settled";

type Line = BankSettlement["lines"][number];

/** Identities claimed anew can turn out to have been recorded a moment ago, in a session not yet held. */
const ATTEMPTS = 5;

/**
 * Applies a settlement that a bank reports (§2.7): every readable line is stored and compared with its payment, and the
 * payments that agree are settled at the settlement's date, once however often it comes and in whatever order. A line of
 * a payment that is not successful yet waits for it. A line that differs, cannot be read, or names a payment that was
 * never reported is an exception. Throws `Failure("unavailable")` where recording kept getting in between; the bank then
 * sends it again.
 */
export async function applySettlement(notice: SavedNotification, settlement: BankSettlement): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await systemTx((db) => tryApply(db, notice, settlement));
    } catch (thrown) {
      if (thrown !== LOST_RACE || attempt === ATTEMPTS) throw thrown;
    }
  }
}

/** Thrown, so that the SQL transaction rolls back, when a payment was recorded between holding and claiming. */
const LOST_RACE = new Failure("unavailable", {
  headers: { "retry-after": "1" },
  internal: "a settlement lost every race with recording",
});

async function tryApply(db: Db, notice: SavedNotification, settlement: BankSettlement): Promise<void> {
  const { reference } = settlement;
  if (await findSavedNotification(db, notice, reference, null)) return;
  const { lines, repeated } = distinctLines(settlement.lines);
  const keys = lines.map((line) => line.paymentKey).sort();
  const held = await holdSessions(db, notice, keys);
  for (const sessionId of await claimIdentities(db, notice, keys)) {
    if (!held.has(sessionId)) throw LOST_RACE;
  }
  await saveNotification(db, notice, { subject: reference, outcome: "settlement" });
  const differing = await insertLines(db, notice, settlement, lines);
  await settlePayments(db, notice, keys);
  await openExceptions(db, notice, [
    ...differing.map(({ line, stored }) => repeatedLine(reference, line, stored)),
    ...repeated.map(({ line, stored }) => repeatedLine(reference, line, stored)),
    ...settlement.unreadableLines.map((line) => unreadableLine(reference, line)),
  ]);
}

/** What a line states of the payment's amount: gross, else net. */
const statedBy = ({ gross, net }: { gross?: Kobo | null; net?: Kobo | null }): Kobo => gross ?? net ?? 0n;
const statesTheSame = (one: Pick<Line, "gross" | "net">, other: { gross: Kobo | null; net: Kobo | null }) =>
  (one.gross ?? null) === other.gross && (one.gross !== undefined || (one.net ?? null) === other.net);

interface Repeated {
  line: Line;
  /** What the line that came first states. */
  stored: Kobo;
}

/** The first line of each payment, and those that list it again with another amount. */
function distinctLines(all: readonly Line[]): { lines: Line[]; repeated: Repeated[] } {
  const first = new Map<string, Line>();
  const repeated: Repeated[] = [];
  for (const line of all) {
    const known = first.get(line.paymentKey);
    if (!known) first.set(line.paymentKey, line);
    else if (!statesTheSame(line, { gross: known.gross ?? null, net: known.net ?? null }))
      repeated.push({ line, stored: statedBy(known) });
  }
  return { lines: [...first.values()], repeated };
}

/** Locks the counter rows of the sessions these payments are in, in the one order that everybody locks them in. */
async function holdSessions(
  { sql }: Db,
  { mode, bankConnectionId }: SavedNotification,
  keys: string[],
): Promise<Set<Id<"session">>> {
  const rows = await sql<{ sessionId: Id<"session"> }[]>`
    select session_id as "sessionId" from session_counters
    where session_id in (
      select session_id from payments
      where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = any(${keys}))
    order by session_id for update`;
  return new Set(rows.map((row) => row.sessionId));
}

/** Makes recording look at these identities from now on; returns the sessions of those that are recorded already. */
async function claimIdentities(
  { sql }: Db,
  { mode, bankConnectionId }: SavedNotification,
  keys: string[],
): Promise<Set<Id<"session">>> {
  const rows = await sql<{ sessionId: Id<"session"> | null }[]>`
    insert into payments as p (mode, bank_connection_id, payment_key, needs_review)
    select ${mode}, ${bankConnectionId}, payment_key, true from unnest(${keys}::text[]) as payment_key
    order by payment_key
    on conflict (mode, bank_connection_id, payment_key) do update set needs_review = true
    returning p.session_id as "sessionId"`;
  return new Set(rows.flatMap(({ sessionId }) => sessionId ?? []));
}

/** Stores the lines; returns those that an earlier notification of this settlement stated differently. */
async function insertLines(
  { sql }: Db,
  { mode, bankConnectionId, noticeId, receivedAt }: SavedNotification,
  { reference, settledOn }: BankSettlement,
  lines: readonly Line[],
): Promise<Repeated[]> {
  const rows = lines.map(({ paymentKey, gross, net }) => ({
    id: newId("settlementLine"),
    payment_key: paymentKey,
    gross: gross?.toString() ?? null,
    net: gross === undefined ? (net?.toString() ?? null) : null,
  }));
  await sql`
    insert into settlement_lines (mode, bank_connection_id, payment_key, reference, id, settled_on, gross, net, state,
      notice_id, received_at)
    select ${mode}, ${bankConnectionId}, payment_key, ${reference}, id, ${settledOn}::date, gross, net, 'waiting',
      ${noticeId}, ${receivedAt}
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as l(id text, payment_key text, gross bigint, net bigint)
    order by payment_key
    on conflict (mode, bank_connection_id, payment_key, reference) do nothing`;
  const stored = await sql<{ paymentKey: string; gross: Kobo | null; net: Kobo | null }[]>`
    select payment_key as "paymentKey", gross, net from settlement_lines
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and reference = ${reference}
      and payment_key = any(${lines.map(({ paymentKey }) => paymentKey)}) and notice_id <> ${noticeId}`;
  const earlier = new Map(stored.map((row) => [row.paymentKey, row]));
  return lines.flatMap((line) => {
    const before = earlier.get(line.paymentKey);
    return before && !statesTheSame(line, before) ? [{ line, stored: statedBy(before) }] : [];
  });
}

function repeatedLine(reference: string, line: Line, stored: Kobo): ExceptionDetails {
  return {
    reason: "settlement_mismatch",
    detail: `Settlement ${reference} lists this payment with ${formatKobo(statedBy(line))} and with ${formatKobo(stored)}. The first stands; ask the bank which is right.`,
    subject: line.paymentKey,
    facts: [reference, "repeated"],
    amount: statedBy(line),
    recordedAmount: stored,
  };
}

function unreadableLine(
  reference: string,
  { index, why, amount }: BankSettlement["unreadableLines"][number],
): ExceptionDetails {
  return {
    reason: "settlement_unreadable",
    detail: `Line ${index + 1} of settlement ${reference} cannot be read: ${why}. The other lines are applied.`,
    subject: `${reference} line ${index + 1}`,
    amount,
  };
}
