/** Guarantee: a duplicate takes over everything but the times, and its end follows its start. */
import { expect, test } from "vitest";
import { applyChange, duplicateDraft, toRequestBody, validateDraft } from "./new-event-form";

const original = {
  name: "Jazz Night",
  venue: "Mapo Hall",
  starts_at: "2026-12-12T17:00:00.000Z",
  ends_at: "2026-12-13T00:30:00.000Z",
  collection_account: null,
  terminal_count: 3,
};

test("a duplicate has a new id, and the name, venue and ways to pay of the original", () => {
  const draft = duplicateDraft(original);
  expect(draft).toMatchObject({
    ...{ name: "Jazz Night", venue: "Mapo Hall", startsAt: "", endsAt: "", webhookUrl: "" },
    ...{ account: false, pos: true, posCount: "3", externalId: "jazz-night" },
  });
  expect(draft.sessionId).not.toBe(duplicateDraft(original).sessionId);
});

test("its times must be given, and the end follows the start until it is edited", () => {
  const draft = duplicateDraft(original);
  expect(Object.keys(validateDraft(draft)).toSorted()).toEqual(["/ends_at", "/starts_at"]);
  const started = applyChange(draft, { startsAt: "2027-03-31T20:00" });
  expect(started.endsAt).toBe("2027-04-01T03:30");
  expect(validateDraft(started)).toEqual({});
  expect(toRequestBody(started)).toMatchObject({
    starts_at: "2027-03-31T19:00:00.000Z",
    ends_at: "2027-04-01T02:30:00.000Z",
  });
  expect(started.externalId).toBe("jazz-night-2027");
  const edited = applyChange(started, { endsAt: "2027-04-01T02:00" });
  expect(applyChange(edited, { startsAt: "2027-03-31T19:00" }).endsAt).toBe("2027-04-01T02:00");
});

test("a duplicate of an event without an end needs both times too", () => {
  const started = applyChange(duplicateDraft({ ...original, ends_at: null }), {
    startsAt: "2027-03-31T20:00",
  });
  expect(started.endsAt).toBe("");
  expect(Object.keys(validateDraft(started))).toEqual(["/ends_at"]);
});
