import type { z } from "zod";
import { isMomentValue, toUtc } from "@/lib/core/format/typed-date";
import { type Id, newId } from "@/lib/core/ids";
import { MINUTE_MS } from "@/lib/core/time/durations";
import type { EventDetails } from "@/lib/sessions/contract";
import { type BodyError, describeFieldError, type FieldText } from "../../shared/requests/field-error";
import * as texts from "./texts";

/** Values of the new event form, as typed. */
export interface Draft {
  /** Generated with the form, so that a repeated request creates no second event. */
  sessionId: Id<"session">;
  name: string;
  venue: string;
  /** On the clocks of the page's zone, such as `2026-12-12T17:00`, or the text that was typed if it is no time. */
  startsAt: string;
  endsAt: string;
  externalId: string;
  /** Whether the member edited the id; until then it is derived from the name. */
  isExternalIdOwn: boolean;
  account: boolean;
  pos: boolean;
  posCount: string;
  webhookUrl: string;
  /** The length of the event that is duplicated, in minutes: the end follows the start until it is edited. */
  durationMinutes?: number;
  isEndOwn: boolean;
  /** Whether the times must be given: those of the event that is duplicated are not taken over. */
  mustHaveTimes: boolean;
}

/** The planned times of an event, as typed in a form. */
export type TypedTimes = Pick<Draft, "startsAt" | "endsAt">;

export type FieldErrors = Record<string, string>;

/** What to type in each field, by the pointer of its member in the request. */
const FIELD_TEXTS: Record<string, FieldText> = {
  "/name": { label: texts.eventName, expected: texts.type1To200Characters },
  "/venue": { label: texts.venue, expected: texts.typeAtMost200Characters },
  "/starts_at": { label: texts.starts, expected: texts.typeADateAndATime },
  "/ends_at": { label: texts.ends, expected: texts.typeADateAndATime },
  "/external_event_id": {
    label: texts.reference,
    expected: texts.typeAReference,
  },
  "/collection/pos_count": { label: texts.terminals, expected: texts.typeNumberFrom1To50 },
  "/webhook_url": { label: texts.webhookAddress },
};

/** Returns the server's errors by pointer, in the words of the form. */
export const describeFaults = (errors: readonly BodyError[]): FieldErrors =>
  Object.fromEntries(
    errors.map((error) => {
      const field = FIELD_TEXTS[error.pointer];
      return [error.pointer, field ? describeFieldError(error, field) : error.detail];
    }),
  );

/** Returns an empty form with a new session id. */
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
  isEndOwn: false,
  mustHaveTimes: false,
});

/** The event that a form duplicates. */
type Original = Pick<
  z.input<typeof EventDetails>,
  "name" | "venue" | "starts_at" | "ends_at" | "collection_account" | "terminal_count"
>;

/** Returns the form of a new event like another one: its name, venue, ways to pay and length, without its times. */
export function duplicateDraft(original: Original): Draft {
  const { name, venue, starts_at: start, ends_at: end, terminal_count: count } = original;
  const minutes = start && end ? Math.round((Date.parse(end) - Date.parse(start)) / MINUTE_MS) : 0;
  const draft = {
    ...newDraft(),
    ...{ name, venue: venue ?? "", account: original.collection_account !== null, pos: count > 0 },
    ...(count > 0 && { posCount: String(count) }),
    ...(minutes > 0 && { durationMinutes: minutes }),
    mustHaveTimes: true,
  };
  return { ...draft, externalId: suggestId(name, "") };
}

/** Returns the end that is a number of minutes after a start, both as `2026-12-12T17:00`. */
function addMinutes(startsAt: string, minutes: number): string {
  return new Date(Date.parse(`${startsAt}:00.000Z`) + minutes * MINUTE_MS).toISOString().slice(0, 16);
}

/** Lets the end follow the start of a duplicate, unless the member has edited it. */
function followStart(draft: Draft, change: Partial<Draft>): Draft {
  if (change.endsAt !== undefined) return { ...draft, isEndOwn: true };
  const { durationMinutes: minutes, startsAt, isEndOwn } = draft;
  if (change.startsAt === undefined || !minutes || isEndOwn || !isMomentValue(startsAt, true)) return draft;
  return { ...draft, endsAt: addMinutes(startsAt, minutes) };
}

/** Suggests an id from the event's name and year: `lagos-jazz-night-2026`. */
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

/** Applies a change to the form, and derives the id again unless it was edited. */
export function applyChange(draft: Draft, change: Partial<Draft>): Draft {
  const next = followStart({ ...draft, ...change }, change);
  if (next.isExternalIdOwn) return next;
  const year = isMomentValue(next.startsAt, true) ? next.startsAt.slice(0, 4) : "";
  return { ...next, externalId: suggestId(next.name, year) };
}

const timeFault = (pointer: string, label: string, value: string): FieldErrors =>
  value === "" || isMomentValue(value, true) ? {} : { [pointer]: texts.typeDateLikeExample(label) };

/** Returns the errors of the planned times; one that is not given is none. */
export const validateTimes = ({ startsAt, endsAt }: TypedTimes): FieldErrors => ({
  ...timeFault("/starts_at", texts.starts, startsAt),
  ...timeFault("/ends_at", texts.ends, endsAt),
  ...([startsAt, endsAt].every((time) => isMomentValue(time, true)) &&
    endsAt <= startsAt && { "/ends_at": texts.endMustFollowStart }),
});

/** Returns the errors that only the form can detect; the server validates the rest. */
export function validateDraft({ account, pos, startsAt, endsAt, mustHaveTimes }: Draft): FieldErrors {
  return {
    ...(!account && !pos && { "/collection": texts.chooseAtLeastOneWay }),
    ...(mustHaveTimes && !endsAt && { "/ends_at": texts.typeWhenItEnds }),
    ...(mustHaveTimes && !startsAt && { "/starts_at": texts.typeWhenItStarts }),
    ...validateTimes({ startsAt, endsAt }),
  };
}

/** Returns the request body that creates the event, with times in UTC; empty fields are omitted. */
export function toRequestBody(draft: Draft) {
  const { startsAt, endsAt, venue, webhookUrl, posCount } = draft;
  return {
    session_id: draft.sessionId,
    external_event_id: draft.externalId,
    name: draft.name,
    ...(startsAt && { starts_at: toUtc(startsAt) }),
    ...(endsAt && { ends_at: toUtc(endsAt) }),
    ...(venue.trim() && { venue }),
    ...(webhookUrl.trim() && { webhook_url: webhookUrl.trim() }),
    collection: {
      account: draft.account,
      pos: draft.pos,
      ...(draft.pos && { pos_count: /^\d+$/.test(posCount.trim()) ? Number(posCount) : posCount }),
    },
  };
}
