import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { RowOf } from "@/lib/db/rows";
import {
  type ExceptionReason,
  type exceptions as exceptionTable,
  RESOLUTIONS,
  type Resolution,
} from "@/lib/db/schema";
import { isPastRetention } from "@/lib/notification-retention";
import { inScope, MAX_PAGE_BYTES, type Run, readPages, reportRows } from "../difference";
import { readMessage, type Stored } from "../read";
import { ExceptionReader } from "./exception-message";

/** Exceptions per page. Notifications are read separately, because many exceptions can refer to one settlement. */
const PAGE = 5_000;

/** A stored exception with the rows that it refers to. */
export interface StoredException
  extends RowOf<
    typeof exceptionTable,
    | "id"
    | "sessionId"
    | "mode"
    | "provider"
    | "bankConnectionId"
    | "reason"
    | "correlationKey"
    | "dedupeKey"
    | "amount"
    | "recordedAmount"
    | "credit"
    | "detail"
    | "notificationId"
    | "createdAt"
    | "resolvedAt"
    | "resolution"
    | "transactionId"
    | "note"
  > {
  /** The resolution in the audit log, if a member or the command line resolved it. */
  auditedResolution: string | null;
  /** A value of the referenced transaction; null if that does not exist. */
  recorded: { key: string; amount: string; session: string; notification: string } | null;
  isSessionClosed: boolean;
  hasPrevious: boolean;
  hasSuccessor: boolean;
  /** The stored settlement line's amount in kobo; null if there is none. */
  lineAmount: Kobo | null;
  /** The notification's size in bytes; null if there is none. */
  bytes: number | null;
}

/** A comparison; reported as a difference if stored and derived value are not equal. */
export type Value = [what: string, kept: unknown, derived: unknown];

/** Compares each exception with its notification and its transaction, and checks that its resolution is consistent. */
export async function exceptions(run: Run): Promise<void> {
  await withoutException(run);
  for await (const page of readPages<StoredException>(run, (last) => readPage(run, last?.id ?? ""))) {
    for (const row of page) report(run, row, valuesInRow(row));
    for (const rows of chunksByBytes(page)) await compareWithMessages(run, rows);
  }
}

/** Resolutions in the audit log without an exception. */
function withoutException(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'exception ' || c.subject as what, 'none' as kept, 'resolved in the audit trail' as derived
      from audit_entries c left join exceptions e on e.id = c.subject
      where ${inScope(run)} and c.action = 'resolved_exception' and e.id is null`,
  );
}

function report(run: Run, { id, sessionId }: StoredException, values: readonly Value[]): void {
  run.report(
    values
      .filter(([, kept, derived]) => kept !== derived)
      .map(([what, kept, derived]) => ({
        sessionId,
        what: `${what} of ${id}`,
        kept: String(kept),
        derived: String(derived),
      })),
  );
}

/** Splits a page so that the notifications of each part can be read together. */
function* chunksByBytes(page: readonly StoredException[]): Generator<StoredException[]> {
  let chunk: StoredException[] = [];
  let bytes = 0;
  const sized = new Set<string>();
  for (const row of page.filter((one) => one.bytes !== null)) {
    const added = sized.has(row.notificationId) ? 0 : (row.bytes ?? 0);
    if (chunk.length > 0 && bytes + added > MAX_PAGE_BYTES) {
      yield chunk;
      [chunk, bytes] = [[], 0];
      sized.clear();
    }
    chunk.push(row);
    bytes += sized.has(row.notificationId) ? 0 : (row.bytes ?? 0);
    sized.add(row.notificationId);
  }
  if (chunk.length > 0) yield chunk;
}

async function compareWithMessages(run: Run, rows: readonly StoredException[]): Promise<void> {
  const notificationIds = [...new Set(rows.map(({ notificationId }) => notificationId))];
  const notifications = await run.db.sql<(Stored & { id: Id<"notification"> })[]>`
    select id, provider, adapter_version, body from bank_notifications n
    where id = any(${notificationIds}) and not ${isPastRetention(run.db, run.db.sql`n`)}`;
  const readers = new Map<Id<"notification">, ExceptionReader>();
  for (const stored of notifications) {
    const message = readMessage(stored);
    if (message) readers.set(stored.id, new ExceptionReader(message, stored.body));
  }
  for (const row of rows) report(run, row, readers.get(row.notificationId)?.valuesOf(row) ?? []);
}

/** The reasons whose exceptions are created with a transaction. */
const OF_TRANSACTION: readonly ExceptionReason[] = [
  "conflicting_repeat",
  "contradicting_status",
  "not_confirmed",
];

/** Member resolutions that require a note. */
const REQUIRES_NOTE: readonly Resolution[] = ["to_refund", "dismissed", "accepted"];

/** The comparisons that do not need the notification. */
function valuesInRow(row: StoredException): Value[] {
  const { recorded, reason, resolution, auditedResolution } = row;
  const isOfTransaction = OF_TRANSACTION.includes(reason);
  const isUnread = reason === "unreadable" || reason === "unrecognised";
  const needsTransaction =
    isOfTransaction || resolution === "assigned" || (resolution === "recorded" && !isUnread);
  const isNoted = REQUIRES_NOTE.some((one) => one === resolution);
  const values: Value[] = [
    ["resolution", resolution !== null, row.resolvedAt !== null],
    ["word of the resolution", resolution === null || RESOLUTIONS.some((one) => one === resolution), true],
    ["note", row.note !== null, isNoted],
    ["resolution in the audit trail", resolution, auditedResolution ?? resolution],
    ["previous exception", row.hasPrevious, true],
    ["successor", resolution !== "superseded" || row.hasSuccessor, true],
    ["transaction", row.transactionId !== null, recorded !== null],
    ["need of a transaction", row.transactionId !== null || !needsTransaction, true],
    ["key of the transaction", recorded?.key ?? row.correlationKey, row.correlationKey],
    ["proof of a device", resolution === "proved", reason === "device_claim"],
    ["accepted settlement line", resolution !== "accepted" || reason === "settlement_mismatch", true],
  ];
  if (resolution === "assigned")
    values.push(["assigned notification", row.notificationId, recorded?.notification]);
  if (isOfTransaction || (reason === "settlement_mismatch" && row.transactionId !== null))
    values.push(["recorded amount", String(row.recordedAmount), recorded?.amount]);
  if (reason === "unknown_destination")
    values.push(["session", row.sessionId, resolution === "assigned" ? recorded?.session : null]);
  if (reason === "session_closed")
    values.push(["closed session", row.sessionId !== null && row.isSessionClosed, true]);
  return values;
}

function readPage(run: Run, last: string) {
  return run.db.sql<StoredException[]>`
    select c.id, c.session_id, c.mode, c.provider, c.bank_connection_id, c.reason, c.correlation_key,
      c.dedupe_key, c.amount, c.recorded_amount, c.credit, c.detail,
      c.notification_id, c.created_at, c.resolved_at, c.resolution, c.note,
      a.resolution as audited_resolution, c.transaction_id, octet_length(n.body) as bytes,
      case when t.id is not null and t.mode = c.mode and t.bank_connection_id = c.bank_connection_id then json_build_object(
        'key', t.payment_key, 'amount', (t.amount - case when l.gross is null and l.net is not null
          then coalesce(t.fee, 0) + coalesce(t.stamp_duty, 0) else 0 end)::text, 'session', t.session_id, 'notification', t.notification_id) end as recorded,
      coalesce(k.status = 'closed', false) as is_session_closed,
      c.previous_id is null or p.found is not null as has_previous, o.found is not null as has_successor,
      coalesce(l.gross, l.net) as line_amount
    from (select * from exceptions c where ${inScope(run)} and c.id > ${last} order by c.id limit ${PAGE}) c
    left join lateral (select * from bank_notifications where id = c.notification_id limit 1) n on true
    left join lateral (select * from transactions where id = c.transaction_id limit 1) t on true
    left join lateral (select * from session_states where session_id = c.session_id limit 1) k on true
    left join lateral (select true as found from exceptions where id = c.previous_id and id <> c.id and mode = c.mode
      and bank_connection_id = c.bank_connection_id and correlation_key = c.correlation_key and resolved_at is not null limit 1) p on true
    left join lateral (select true as found from exceptions where mode = c.mode and bank_connection_id = c.bank_connection_id
      and correlation_key = c.correlation_key and reason in (c.reason, 'device_claim') and id <> c.id limit 1) o on true
    left join lateral (select * from settlement_lines where c.reason = 'settlement_mismatch' and mode = c.mode
      and bank_connection_id = c.bank_connection_id and payment_key = c.correlation_key and reference = n.correlation_key limit 1) l on true
    left join (select subject, min(details->>'resolution') as resolution from audit_entries
      where action = 'resolved_exception' group by 1) a on a.subject = c.id
    order by c.id`;
}
