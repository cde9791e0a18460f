import { describe, expect, it } from "vitest";
import { CreateEvent } from "@/lib/sessions/contract";
import { applyChange, newDraft, suggestId, toRequestBody, validateDraft } from "./new-event-form";

describe("the new event form", () => {
  it.each([
    ["Lagos Jazz Night", "2026", "lagos-jazz-night-2026"],
    ["Jazz 2026", "2026", "jazz-2026"],
    ["Ọláídé's  40th!", "", "olaide-s-40th"],
    ["音楽", "2026", ""],
  ])("suggests an id for %s in %s", (name, year, id) => {
    expect(suggestId(name, year)).toBe(id);
  });

  it("derives the id from the name until the member edits it", () => {
    const named = applyChange(newDraft(), { name: "Comedy Fest", startsAt: "2026-12-12T17:00" });
    expect(named.externalId).toBe("comedy-fest-2026");
    expect(applyChange(named, { startsAt: "31 February 2026" }).externalId).toBe("comedy-fest");
    const edited = applyChange(named, { externalId: "cf", isExternalIdOwn: true });
    expect(applyChange(edited, { name: "Other" }).externalId).toBe("cf");
  });

  it("sends a valid request body without empty fields", () => {
    const draft = applyChange(newDraft(), { name: "Jazz", externalId: "jazz", isExternalIdOwn: true });
    expect(CreateEvent.safeParse(toRequestBody(draft)).success).toBe(true);
    expect(Object.keys(toRequestBody(draft))).toEqual([
      "session_id",
      "external_event_id",
      "name",
      "collection",
    ]);
    expect(toRequestBody({ ...draft, pos: false }).collection).toEqual({ account: true, pos: false });
  });

  it.each(["0", "51", "", "1.5", "many"])(
    "leaves the rejection of %s terminals to the server",
    (posCount) => {
      const parsed = CreateEvent.safeParse(
        toRequestBody({ ...newDraft(), name: "J", externalId: "j", posCount }),
      );
      expect(parsed.error?.issues.map(({ path }) => path.join("/"))).toEqual(["collection/pos_count"]);
    },
  );

  it("rejects an end before the start, and no payment method", () => {
    const draft = { ...newDraft(), startsAt: "2026-12-12T17:00", endsAt: "2026-12-12T16:00" };
    expect(Object.keys(validateDraft(draft))).toEqual(["/ends_at"]);
    expect(Object.keys(validateDraft({ ...newDraft(), account: false, pos: false }))).toEqual([
      "/collection",
    ]);
    expect(validateDraft(newDraft())).toEqual({});
  });
});
