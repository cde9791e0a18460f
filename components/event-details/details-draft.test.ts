/** Guarantee: a form of an event's details sends exactly what was edited, in Lagos time. */
import { expect, test } from "vitest";
import type { EventJson } from "../event-live/event-header";
import { listEdits, toDraft, toRequestBody } from "./details-draft";

const event = {
  name: "Jazz\u202e Night",
  venue: null,
  starts_at: "2026-12-12T17:00:00.000Z",
  ends_at: "2026-12-12T23:30:00.000Z",
} as EventJson;

test("times are those of Lagos, and what is missing is empty", () => {
  expect(toDraft(event)).toEqual({
    ...{ name: "Jazz Night", venue: "" },
    ...{ startsAt: "2026-12-12T18:00", endsAt: "2026-12-13T00:30" },
  });
});

test("only fields that differ are sent, and an emptied one as an empty text", () => {
  expect(toRequestBody(event, {})).toEqual({});
  const same = { ...toDraft(event) };
  expect(listEdits(event, same)).toEqual([]);
  expect(toRequestBody(event, { ...same, venue: "Mapo Hall", endsAt: "" })).toEqual({
    ...{ venue: "Mapo Hall", ends_at: "" },
  });
});
