import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/ids";
import { useTestDatabase } from "@/lib/testing/database";
import { addKnownBrowser, findKnownBrowser } from "./known-browser";

// Needed for the signing secret.
useTestDatabase();

describe("the cookie of a known browser", () => {
  it("identifies only that person and is the same at each sign-in", () => {
    const [one, other] = [newId("person"), newId("person")];
    const cookie = addKnownBrowser(undefined, one);
    expect(findKnownBrowser(cookie, one)).toMatch(/^[\w-]{16}$/);
    expect(findKnownBrowser(cookie, other)).toBeUndefined();
    expect(addKnownBrowser(cookie, one)).toBe(cookie);
  });

  it("is rejected if any part is altered", () => {
    const [one, other] = [newId("person"), newId("person")];
    const cookie = addKnownBrowser(undefined, one);
    expect(findKnownBrowser(cookie.replace(one, other), other)).toBeUndefined();
    const [personId, browserId, signature] = cookie.split(".");
    expect(findKnownBrowser([personId, `${browserId}x`, signature].join("."), one)).toBeUndefined();
    expect(findKnownBrowser([personId, browserId].join("."), one)).toBeUndefined();
    expect(findKnownBrowser("", one)).toBeUndefined();
  });

  it("keeps the five people who signed in last", () => {
    const people = Array.from({ length: 6 }, () => newId("person"));
    const cookie = people.reduce<string | undefined>(addKnownBrowser, undefined);
    expect(people.map((person) => findKnownBrowser(cookie, person) !== undefined)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(cookie).toMatch(/^[\w.~-]+$/);
  });
});
