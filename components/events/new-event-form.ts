import { type Id, newId } from "@/lib/core/ids";

/** What the form of a new event holds, as it is typed. */
export interface Draft {
  /** Chosen with the form, so that one sent twice opens one event. */
  sessionId: Id<"session">;
  name: string;
  venue: string;
  /** `2026-12-12T17:00`, on the clock in Lagos. */
  startsAt: string;
  endsAt: string;
  externalId: string;
  /** Whether a person has written the id; until then it follows the name. */
  isExternalIdOwn: boolean;
  account: boolean;
  pos: boolean;
  posCount: string;
  webhookUrl: string;
}

export type Faults = Record<string, string>;

/** An empty form. */
export const newDraft = (): Draft => ({
  sessionId: newId("session"),
  name: "",
  venue: "",
  startsAt: "",
  endsAt: "",
  externalId: "",
  isExternalIdOwn: false,
  account: true,
  pos: true,
  posCount: "8",
  webhookUrl: "",
});

/** An id for an event by its name, with the year it is in: `lagos-jazz-night-2026`. */
export function suggestId(name: string, year: string): string {
  const words =
    name
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const stem = words.join("-").slice(0, 48).replace(/-$/, "");
  return stem === "" || !year || stem.endsWith(year) ? stem : `${stem}-${year}`;
}

/** A form with one member changed, and what follows from that. */
export function changed(draft: Draft, change: Partial<Draft>): Draft {
  const next = { ...draft, ...change };
  if (next.isExternalIdOwn) return next;
  return { ...next, externalId: suggestId(next.name, next.startsAt.slice(0, 4)) };
}

/** What only the form can see to be wrong; all else the service says. */
export function faultsOf({ account, pos, startsAt, endsAt }: Draft): Faults {
  return {
    ...(!account && !pos && { "/collection": "Choose at least one way to pay." }),
    ...(startsAt && endsAt && endsAt <= startsAt && { "/ends_at": "The end must come after the start." }),
  };
}

/** The body that opens the event. A time without an offset is Lagos time; what was left empty is left out. */
export function bodyOf(draft: Draft) {
  const { startsAt, endsAt, venue, webhookUrl, posCount } = draft;
  return {
    session_id: draft.sessionId,
    external_event_id: draft.externalId,
    name: draft.name,
    ...(startsAt && { starts_at: startsAt }),
    ...(endsAt && { ends_at: endsAt }),
    ...(venue.trim() && { venue }),
    ...(webhookUrl.trim() && { webhook_url: webhookUrl.trim() }),
    collection: {
      account: draft.account,
      pos: draft.pos,
      ...(draft.pos && { pos_count: /^\d+$/.test(posCount.trim()) ? Number(posCount) : posCount }),
    },
  };
}
