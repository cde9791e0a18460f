import type { z } from "zod";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import { type Db, readAsOrganisation } from "@/lib/db/client";
import { requireSession } from "@/lib/db/session-state";
import type { ExceptionRow, ExceptionsPage } from "./contract";
import { type StoredException, toExceptionJson } from "./exception-json";
import type { ExceptionReason } from "./labels";
import { findRelatedRecords } from "./recorded-payment";

const PAGE_SIZE = 50;

interface Query {
  state?: "open" | "resolved" | undefined;
  reason?: ExceptionReason | undefined;
  before?: Id<"exception"> | undefined;
}

/** The condition that an exception is listed on a session: it is the session's, or the organisation's without a session. */
const listedInSession = ({ sql }: Db, { organisationId, mode }: Scope, sessionId: Id<"session">) => sql`
  e.organisation_id = ${organisationId} and e.mode = ${mode} and (e.session_id = ${sessionId} or e.session_id is null)`;

const columns = ({ sql }: Db) => sql`
  e.id, e.session_id, e.provider, e.reason, e.amount, e.recorded_amount, e.previous_id, e.detail, e.credit,
  e.created_at, e.resolved_at, e.resolution, e.note, e.transaction_id,
  (select actor from audit_entries a where a.organisation_id = e.organisation_id and a.subject = e.id
    and a.action = 'resolved_exception' order by a.id desc limit 1) as resolved_by`;

interface ReasonCount {
  reason: ExceptionReason;
  isOpen: boolean;
  count: number;
}

/**
 * Lists a page of a session's exceptions and the organisation's exceptions without a session, newest first; `before` is
 * the cursor. Only open ones by default. Throws `Failure("not_found")` for another organisation's session.
 */
export async function listOwnExceptions(
  scope: Scope,
  sessionId: Id<"session">,
  { state = "open", reason, before }: Query = {},
): Promise<z.output<typeof ExceptionsPage>> {
  const { found, counts, otherChannels } = await readAsOrganisation(scope, async (db) => {
    const { sql } = db;
    const isListed = listedInSession(db, scope, sessionId);
    const [, rows, counted, others] = await Promise.all([
      requireSession(db, scope, sessionId),
      sql<StoredException[]>`
        select ${columns(db)} from exceptions e
        where ${isListed} and (e.resolved_at is null) = ${state === "open"}
          and ${reason ? sql`e.reason = ${reason}` : sql`true`}
          and ${before ? sql`(e.created_at, e.id) < (select created_at, id from exceptions where id = ${before})` : sql`true`}
        order by e.created_at desc, e.id desc limit ${PAGE_SIZE + 1}`,
      sql<ReasonCount[]>`
        select e.reason, e.resolved_at is null as is_open, count(*)::int as count from exceptions e
        where ${isListed} group by 1, 2`,
      sumOtherChannels(db, scope, sessionId),
    ]);
    return { found: rows, counts: counted, otherChannels: others };
  });
  const page = found.slice(0, PAGE_SIZE);
  const related = await findRelatedRecords(
    scope,
    page.map(({ id }) => id),
  );
  const open = counts.filter(({ isOpen }) => isOpen);
  const sum = (reasons: ReasonCount[]) => reasons.reduce((total, { count }) => total + count, 0);
  return {
    rows: page.map((row) => toExceptionJson(row, related.get(row.id))),
    open_count: sum(open),
    resolved_count: sum(counts) - sum(open),
    open_reasons: Object.fromEntries(open.map(({ reason, count }) => [reason, count])),
    other_channels: otherChannels,
    next: found.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Gets an open or resolved exception of a session. Throws `Failure("not_found")` if it is not listed there. */
export async function getOwnException(
  scope: Scope,
  sessionId: Id<"session">,
  exceptionId: Id<"exception">,
): Promise<z.output<typeof ExceptionRow>> {
  const [row] = await readAsOrganisation(
    scope,
    async (db) => db.sql<StoredException[]>`
      select ${columns(db)} from exceptions e where e.id = ${exceptionId} and ${listedInSession(db, scope, sessionId)}`,
  );
  if (!row) throw notFound("exception");
  const related = await findRelatedRecords(scope, [row.id]);
  return toExceptionJson(row, related.get(row.id));
}

interface Volume {
  count: number;
  total: Kobo;
}

/**
 * Sums the open exceptions of payments by card, USSD, QR or another channel that §2.5 has no value for, which are in no
 * total of §2.6: those made to a session's account or devices, and those of all events of the organisation.
 */
async function sumOtherChannels(
  { sql }: Db,
  { organisationId, mode }: Scope,
  sessionId: Id<"session">,
): Promise<{ session: Volume; organisation: Volume }> {
  const [sums] = await sql<{ own: number; ownTotal: Kobo; all: number; allTotal: Kobo }[]>`
    select count(*) filter (where session_id = ${sessionId})::int as own,
      coalesce(sum(amount) filter (where session_id = ${sessionId}), 0)::bigint as own_total,
      count(*)::int as all, coalesce(sum(amount), 0)::bigint as all_total
    from exceptions
    where organisation_id = ${organisationId} and mode = ${mode} and reason = 'unsupported_channel'
      and resolved_at is null`;
  const { own = 0, ownTotal = 0n, all = 0, allTotal = 0n } = sums ?? {};
  return { session: { count: own, total: ownTotal }, organisation: { count: all, total: allTotal } };
}
