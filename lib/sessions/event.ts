import type { z } from "zod";
import { readClosure } from "@/lib/accounts";
import { notFound } from "@/lib/core/errors/errors";
import { eventPhase } from "@/lib/core/format/event-phase";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { HOUR_MS } from "@/lib/core/time/durations";
import { type Db, readAsOrganisation } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { sessionStates, sessions } from "@/lib/db/schema";
import type { EventDetails } from "./contract";
import { type AccountRow, toAccountJson } from "./session-json";

interface Row
  extends AccountRow,
    RowOf<
      typeof sessions,
      | "sessionId"
      | "externalEventId"
      | "name"
      | "mode"
      | "startsAt"
      | "endsAt"
      | "createdAt"
      | "webhookUrl"
      | "bankAccountName"
      | "archivedAt"
      | "detailsVersion"
    >,
    RowOf<typeof sessionStates, "status" | "closedAt" | "version"> {
  venue: string | null;
  terminalCount: number;
}

/**
 * Gets the details of an event that every page about it shows: name, venue, times, status, account. Throws
 * `Failure("not_found")`.
 */
export function getEvent(scope: Scope, sessionId: Id<"session">): Promise<z.output<typeof EventDetails>> {
  return readAsOrganisation(scope, async (db) => {
    const [row] = await db.sql<Row[]>`
      select s.session_id, s.external_event_id, s.name, v.venue, s.mode, c.status,
        s.starts_at, s.ends_at, s.created_at,
        c.closed_at, s.account_number, s.account_name,
        s.bank_name, s.bank_code, s.bank_account_name, s.webhook_url,
        s.archived_at, s.details_version, c.version,
        (select count(*)::int from terminals t where t.session_id = c.session_id) as terminal_count
      from sessions s join session_states c using (session_id) left join session_venues v on v.session_id = c.session_id
      where s.session_id = ${sessionId} and s.organisation_id = ${scope.organisationId} and s.mode = ${scope.mode}`;
    if (!row) throw notFound("event");
    const { closedAt } = row;
    const closedByName = closedAt ? await closedBy(db, scope, sessionId, closedAt) : null;
    return {
      ...toEventJson(row, closedByName),
      account_closure: closedAt ? await readClosure(db, sessionId) : null,
    };
  });
}

/**
 * Gets the name of the member who closed the event; null if a platform did. Ids sort by time, so only audit entries
 * since the close are read.
 */
async function closedBy({ sql }: Db, scope: Scope, sessionId: Id<"session">, closedAt: Date) {
  const [entry] = await sql<RowOf<typeof sessions, "name">[]>`
    select coalesce(nullif(m.name, ''), a.actor) as name
    from audit_entries a left join members m on m.id = a.member_id
    where a.organisation_id = ${scope.organisationId} and a.id > ${newId("auditEntry", closedAt.getTime() - HOUR_MS)}
      and a.session_id = ${sessionId} and a.action = 'closed_event' and a.member_id is not null
    order by a.id limit 1`;
  return entry?.name ?? null;
}

function toEventJson(
  row: Row,
  closedByName: string | null,
): Omit<z.output<typeof EventDetails>, "account_closure"> {
  return {
    session_id: row.sessionId,
    external_event_id: row.externalEventId,
    name: row.name,
    venue: row.venue || null,
    mode: row.mode,
    status: row.status,
    phase: eventPhase({ ...row, isClosed: row.status === "closed" }, new Date()),
    starts_at: row.startsAt,
    ends_at: row.endsAt,
    created_at: row.createdAt,
    closed_at: row.closedAt,
    closed_by: closedByName,
    collection_account: toAccountJson(row),
    name_payers_see: row.bankAccountName,
    terminal_count: row.terminalCount,
    webhook_host: row.webhookUrl && new URL(row.webhookUrl).host,
    archived_at: row.archivedAt,
    details_version: row.detailsVersion,
    version: Number(row.version),
  };
}
