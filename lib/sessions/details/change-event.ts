import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/errors/assert";
import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, type Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { sessions } from "@/lib/db/schema";
import type { ChangeEvent } from "../contract";
import { parseEventTime } from "../event-time";
import { lockEvent, markDetailsChanged } from "./details-version";
import { writeVenue } from "./venue";

/** The details that can be changed; a venue and a time that are not given are null. */
interface Details extends RowOf<typeof sessions, "name" | "startsAt" | "endsAt"> {
  venue: string | null;
}

/** The names of the details in the audit log. */
const AUDIT_NAMES = { name: "name", venue: "venue", startsAt: "starts_at", endsAt: "ends_at" } as const;

/**
 * Changes an event's name, venue and planned times: those that are given, and an empty text removes a venue or a time. The
 * name of its account stays the one with which it was opened. Records the values before and after in the audit log; a change
 * to the same values changes nothing. Throws `Failure("invalid_request")` for an invalid time, `Failure("conflict")` for
 * another time of a closed event, whose name and venue can still be corrected, and `Failure("not_found")`.
 */
export async function changeEvent(
  scope: Scope,
  sessionId: Id<"session">,
  change: z.output<typeof ChangeEvent>,
): Promise<void> {
  const given = parseDetails(change);
  await asOrganisationTx(scope.organisationId, async (db) => {
    const { status } = await lockEvent(db, scope, sessionId);
    const before = await readDetails(db, scope, sessionId);
    const after = { ...before, ...given };
    const changed = listChanged(before, after);
    if (changed.length === 0) return;
    if (status === "closed" && changed.some((key) => key === "startsAt" || key === "endsAt"))
      throw new Failure("conflict", {
        detail: "The event is closed: its times stay as they are. Its name and its venue can be corrected.",
      });
    await writeDetails(db, scope, sessionId, after);
    await markDetailsChanged(db, sessionId);
    await recordAudit(db, scope, {
      action: "changed_event",
      subject: sessionId,
      sessionId,
      details: describeChange(changed, before, after),
    });
  });
}

function parseDetails({ name, venue, starts_at, ends_at }: z.output<typeof ChangeEvent>): Partial<Details> {
  return {
    ...(name !== undefined && { name }),
    ...(venue !== undefined && { venue: venue.trim() || null }),
    ...(starts_at !== undefined && { startsAt: parseEventTime("starts_at", starts_at || undefined) ?? null }),
    ...(ends_at !== undefined && { endsAt: parseEventTime("ends_at", ends_at || undefined) ?? null }),
  };
}

async function readDetails(db: Db, scope: Scope, sessionId: Id<"session">): Promise<Details> {
  const [details] = await db.sql<Details[]>`
    select s.name, nullif(v.venue, '') as venue, s.starts_at, s.ends_at
    from sessions s left join session_venues v using (session_id)
    where s.session_id = ${sessionId} and s.organisation_id = ${scope.organisationId}`;
  return assertDefined(details, "a session with a state has its row");
}

const toText = (value: string | Date | null): string =>
  value instanceof Date ? value.toISOString() : (value ?? "");

const listChanged = (before: Details, after: Details) =>
  (["name", "venue", "startsAt", "endsAt"] as const).filter(
    (key) => toText(before[key]) !== toText(after[key]),
  );

async function writeDetails(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
  { name, venue, startsAt, endsAt }: Details,
): Promise<void> {
  await db.sql`
    update sessions set name = ${name}, starts_at = ${startsAt}, ends_at = ${endsAt}
    where session_id = ${sessionId} and organisation_id = ${scope.organisationId}`;
  await writeVenue(db, scope, sessionId, venue ?? "");
}

const describeChange = (changed: ReturnType<typeof listChanged>, before: Details, after: Details) =>
  Object.fromEntries(
    changed.flatMap((key) => [
      [`${AUDIT_NAMES[key]}_before`, toText(before[key])],
      [`${AUDIT_NAMES[key]}_after`, toText(after[key])],
    ]),
  );
