/** Guarantee: a form of an event's details shows times in the page's zone, and sends exactly what was edited, in UTC. */
import { afterEach, expect, test } from "vitest";
import { setZoneSource } from "@/lib/core/zone/zone";
import { zoneTable } from "@/lib/core/zone/zone-table";
import type { EventJson } from "../event-live/header/event-header";
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

afterEach(() => setZoneSource(undefined));

test("an edited time is sent in UTC, in the zone of the page", () => {
  expect(toRequestBody(event, { endsAt: "2026-12-13T01:00" })).toEqual({
    ends_at: "2026-12-13T00:00:00.000Z",
  });
  const table = zoneTable("America/New_York");
  setZoneSource(() => table);
  expect(toDraft(event).startsAt).toBe("2026-12-12T12:00");
  expect(toRequestBody(event, { endsAt: "2026-12-13T01:00" })).toEqual({
    ends_at: "2026-12-13T06:00:00.000Z",
  });
});
