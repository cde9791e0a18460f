import type { BankSettlement } from "@/lib/bank";
import type { Kobo } from "@/lib/core/money";
import type { Db } from "@/lib/db/client";
import type { Difference } from "./difference";
import type { OtherNotification } from "./other-notifications";

interface Line {
  id: string;
  paymentKey: string;
  settledOn: string;
  gross: Kobo | null;
  net: Kobo | null;
  noticeId: string;
}

/**
 * Compares the stored lines of a settlement with its notification: each line is stored once, with the figures that came
 * first; one that states another amount, or cannot be read, has its exception.
 */
export async function differencesInSettlement(
  db: Db,
  one: OtherNotification,
  message: BankSettlement,
): Promise<Difference[]> {
  const stored = await readLines(db, one, message);
  const disputed = await readDisputed(db, one, message);
  const byKey = new Map(
    stored.filter((line) => line.reference === message.reference).map((line) => [line.paymentKey, line]),
  );
  const found: Difference[] = [];
  const at = (what: string, kept: string, derived: string) =>
    found.push({ sessionId: null, what: `${what} in ${one.id}`, kept, derived });
  const first = new Set<string>();
  for (const line of message.lines) {
    const expected = figures(
      message.settledOn,
      line.gross ?? null,
      line.gross === undefined ? (line.net ?? null) : null,
    );
    const row = byKey.get(line.paymentKey);
    const kept = row ? figures(row.settledOn, row.gross, row.net) : "none";
    const mayDiffer = first.has(line.paymentKey) || (row !== undefined && row.noticeId !== one.id);
    first.add(line.paymentKey);
    if (kept === expected || (mayDiffer && disputed.has(line.paymentKey))) continue;
    if (mayDiffer && row && kept.endsWith(expected.slice(expected.indexOf(" ")))) continue;
    at(`settlement line of ${line.paymentKey}`, kept, expected);
  }
  for (const row of stored) {
    if (row.noticeId === one.id && !(row.reference === message.reference && first.has(row.paymentKey)))
      at(`settlement line of ${row.paymentKey}`, figures(row.settledOn, row.gross, row.net), "none");
  }
  for (const { index } of message.unreadableLines) {
    if (!disputed.has(`${message.reference} line ${index + 1}`))
      at(`exception of line ${index + 1}`, "none", "one");
  }
  return found;
}

const figures = (day: string, gross: Kobo | null, net: Kobo | null) =>
  `${day} ${gross ?? "no"} gross, ${net ?? "no"} net`;

/** By the notification and by the identity, for a repeat's lines belong to the notification that came first. */
function readLines({ sql }: Db, one: OtherNotification, { reference, lines }: BankSettlement) {
  return sql<(Line & { reference: string })[]>`
    select id, payment_key as "paymentKey", reference, settled_on::text as "settledOn", gross, net, notice_id as "noticeId"
    from settlement_lines where notice_id = ${one.id}
    union
    select id, payment_key, reference, settled_on::text, gross, net, notice_id from settlement_lines
    where mode = ${one.mode} and bank_connection_id = ${one.bankConnectionId} and reference = ${reference}
      and payment_key = any(${lines.map(({ paymentKey }) => paymentKey)})`;
}

/** The subjects that have an exception about a settlement. */
async function readDisputed(
  { sql }: Db,
  one: OtherNotification,
  { reference, lines, unreadableLines }: BankSettlement,
): Promise<Set<string>> {
  const subjects = [
    ...lines.map(({ paymentKey }) => paymentKey),
    ...unreadableLines.map(({ index }) => `${reference} line ${index + 1}`),
  ];
  const rows = await sql<{ subject: string }[]>`
    select distinct subject from exceptions
    where mode = ${one.mode} and bank_connection_id = ${one.bankConnectionId} and subject = any(${subjects})
      and reason in ('settlement_mismatch', 'settlement_unreadable')`;
  return new Set(rows.map(({ subject }) => subject));
}
