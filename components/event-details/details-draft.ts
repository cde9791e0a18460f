import { formatMinute, localDay } from "@/lib/core/format/format-date";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { toUtc } from "@/lib/core/format/typed-date";
import type { EventJson } from "../event-live/header/event-header";

/** The details that can be changed, as typed. A time is on the clocks of the page's zone, such as `2026-12-12T17:00`, or "". */
export interface Draft {
  name: string;
  venue: string;
  startsAt: string;
  endsAt: string;
}

const toTyped = (instant: string | null): string =>
  instant ? `${localDay(instant)}T${formatMinute(instant)}` : "";

/** Returns the details of an event as they are typed. */
export const toDraft = ({ name, venue, starts_at, ends_at }: EventJson): Draft => ({
  name: stripInvisibleCharacters(name),
  venue: stripInvisibleCharacters(venue ?? ""),
  startsAt: toTyped(starts_at),
  endsAt: toTyped(ends_at),
});

/** The members of the request that changes an event, by field. */
const MEMBERS = { name: "name", venue: "venue", startsAt: "starts_at", endsAt: "ends_at" } as const;

/**
 * Returns the edited fields that differ from the event's details: what is sent, so that another member's change of another
 * field stays.
 */
export function listEdits(event: EventJson, edits: Partial<Draft>): (keyof Draft)[] {
  const current = toDraft(event);
  return (["name", "venue", "startsAt", "endsAt"] as const).filter(
    (field) => edits[field] !== undefined && edits[field] !== current[field],
  );
}

/** Returns the request's body: the fields that differ, with times in UTC. */
export const toRequestBody = (event: EventJson, edits: Partial<Draft>) =>
  Object.fromEntries(
    listEdits(event, edits).map((field) => {
      const value = edits[field];
      const isTime = field === "startsAt" || field === "endsAt";
      return [MEMBERS[field], value && isTime ? toUtc(value) : value];
    }),
  );
