import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/ids";
import { useTestDatabase } from "@/lib/testing/database";
import { findKnownBrowser, rememberBrowser } from "./known-browser";

// For the secret that signs.
useTestDatabase();

describe("the cookie of a known browser", () => {
  it("names the person, is the same at each sign-in, and nobody else's", () => {
    const [one, other] = [newId("person"), newId("person")];
    const cookie = rememberBrowser(undefined, one);
    expect(findKnownBrowser(cookie, one)).toMatch(/^[\w-]{16}$/);
    expect(findKnownBrowser(cookie, other)).toBeUndefined();
    expect(rememberBrowser(cookie, one)).toBe(cookie);
  });

  it("is refused where anything of it is altered", () => {
    const [one, other] = [newId("person"), newId("person")];
    const cookie = rememberBrowser(undefined, one);
    expect(findKnownBrowser(cookie.replace(one, other), other)).toBeUndefined();
    const [personId, browserId, signature] = cookie.split(".");
    expect(findKnownBrowser([personId, `${browserId}x`, signature].join("."), one)).toBeUndefined();
    expect(findKnownBrowser([personId, browserId].join("."), one)).toBeUndefined();
    expect(findKnownBrowser("", one)).toBeUndefined();
  });

  it("knows the five people who signed in last", () => {
    const people = Array.from({ length: 6 }, () => newId("person"));
    const cookie = people.reduce<string | undefined>(rememberBrowser, undefined);
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
