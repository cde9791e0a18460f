import type { z } from "zod";
import { invalid } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { requireActor, type Scope } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { alertPreferences, sessions } from "@/lib/db/schema";
import { defaultMode } from "@/lib/env";
import type { AlertPreferences } from "../contract";
import { parseClockTime, toClockTime } from "../labels";
import { watchOrganisation } from "../loop";

type Preferences = z.output<typeof AlertPreferences>;

/** The preferences of a member who has changed nothing: no alerts. */
const NONE: Preferences = {
  kinds: [],
  session_ids: null,
  by_email: false,
  quiet_hours: null,
  summary_hour: 8,
};

type Row = RowOf<
  typeof alertPreferences,
  "kinds" | "sessionIds" | "byEmail" | "quietFrom" | "quietTo" | "summaryHour"
>;

/** Reads which alerts the caller gets, and how. */
export async function readPreferences(scope: Scope): Promise<Preferences> {
  const [row] = await systemDb().sql<Row[]>`
    select kinds, session_ids, by_email, quiet_from, quiet_to, summary_hour from alert_preferences
    where member_id = ${requireActor(scope).memberId} and organisation_id = ${scope.organisationId}`;
  if (!row) return NONE;
  const { kinds, sessionIds, byEmail, quietFrom, quietTo, summaryHour } = row;
  const quiet =
    quietFrom === null || quietTo === null
      ? null
      : { from: toClockTime(quietFrom), to: toClockTime(quietTo) };
  return { kinds, session_ids: sessionIds, by_email: byEmail, quiet_hours: quiet, summary_hour: summaryHour };
}

/**
 * Stores which alerts the caller gets, and how. Existing conditions are not reported; alerts that are held back are sent by
 * the new quiet hours. Throws `Failure("invalid_request")` for an event that is not one of the organisation's.
 */
export async function savePreferences(scope: Scope, input: Preferences): Promise<void> {
  await systemTx(async (db) => {
    await requireOwnSessions(db, scope, input.session_ids);
    await upsert(db, scope, input);
    await db.sql`
      update alert_deliveries set due_at = now()
      where member_id = ${requireActor(scope).memberId} and due_at is not null and attempt_count = 0`;
    await watchOrganisation(db, scope.organisationId);
  });
}

async function requireOwnSessions(
  { sql }: Db,
  { organisationId }: Scope,
  chosen: readonly Id<"session">[] | null,
): Promise<void> {
  if (!chosen) return;
  const found = await sql<RowOf<typeof sessions, "sessionId">[]>`
    select session_id from sessions
    where organisation_id = ${organisationId} and mode = ${defaultMode()} and session_id = any(${[...chosen]}::text[])`;
  if (found.length < new Set(chosen).size)
    throw invalid("/session_ids", "One of the events is none of your organisation's. Load the page again.");
}

/** The daily summary restarts when it is turned on or gets another hour; nothing is sent for an hour that has passed. */
async function upsert({ sql }: Db, scope: Scope, input: Preferences): Promise<void> {
  const { kinds, session_ids: sessionIds, by_email: byEmail, quiet_hours: quiet, summary_hour: hour } = input;
  await sql`
    insert into alert_preferences as p (member_id, organisation_id, kinds, session_ids, by_email, quiet_from, quiet_to,
      summary_hour, summary_since)
    values (${requireActor(scope).memberId}, ${scope.organisationId}, ${[...new Set(kinds)]}::text[], ${sessionIds}::text[], ${byEmail},
      ${quiet && parseClockTime(quiet.from)}, ${quiet && parseClockTime(quiet.to)}, ${hour}, clock_timestamp())
    on conflict (member_id) do update set kinds = excluded.kinds, session_ids = excluded.session_ids,
      by_email = excluded.by_email, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
      summary_hour = excluded.summary_hour,
      summary_since = case
        when p.summary_hour = excluded.summary_hour and p.kinds @> '{daily_summary}' then p.summary_since
        else excluded.summary_since end`;
}
