import { describe, expect, it } from "vitest";
import { OpenEvent } from "@/lib/sessions/contract";
import { bodyOf, changed, faultsOf, newDraft, suggestId } from "./new-event-form";

describe("the form of a new event", () => {
  it.each([
    ["Lagos Jazz Night", "2026", "lagos-jazz-night-2026"],
    ["Jazz 2026", "2026", "jazz-2026"],
    ["Ọláídé's  40th!", "", "olaide-s-40th"],
    ["音楽", "2026", ""],
  ])("suggests an id for %s in %s", (name, year, id) => {
    expect(suggestId(name, year)).toBe(id);
  });

  it("follows the name with its id until a person writes one", () => {
    const named = changed(newDraft(), { name: "Comedy Fest", startsAt: "2026-12-12T17:00" });
    expect(named.externalId).toBe("comedy-fest-2026");
    const own = changed(named, { externalId: "cf", isExternalIdOwn: true });
    expect(changed(own, { name: "Other" }).externalId).toBe("cf");
  });

  it("sends what the door takes, and leaves out what was left empty", () => {
    const draft = changed(newDraft(), { name: "Jazz", externalId: "jazz", isExternalIdOwn: true });
    expect(OpenEvent.safeParse(bodyOf(draft)).success).toBe(true);
    expect(Object.keys(bodyOf(draft))).toEqual(["session_id", "external_event_id", "name", "collection"]);
    expect(bodyOf({ ...draft, pos: false }).collection).toEqual({ account: true, pos: false });
  });

  it.each(["0", "51", "", "1.5", "many"])("leaves it to the door to refuse %s terminals", (posCount) => {
    const parsed = OpenEvent.safeParse(bodyOf({ ...newDraft(), name: "J", externalId: "j", posCount }));
    expect(parsed.error?.issues.map(({ path }) => path.join("/"))).toEqual(["collection/pos_count"]);
  });

  it("sees an end before the start, and no way to pay", () => {
    const draft = { ...newDraft(), startsAt: "2026-12-12T17:00", endsAt: "2026-12-12T16:00" };
    expect(Object.keys(faultsOf(draft))).toEqual(["/ends_at"]);
    expect(Object.keys(faultsOf({ ...newDraft(), account: false, pos: false }))).toEqual(["/collection"]);
    expect(faultsOf(newDraft())).toEqual({});
  });
});
