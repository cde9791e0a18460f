import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/ids";
import { useTestDatabase } from "@/lib/testing/database";
import { findKnownBrowser, rememberBrowser } from "./known-browser";

// For the secret that signs.
useTestDatabase();

describe("the cookie of a known browser", () => {
  it("names the member, is the same at each sign-in, and no other member's", () => {
    const [one, other] = [newId("member"), newId("member")];
    const cookie = rememberBrowser(undefined, one);
    expect(findKnownBrowser(cookie, one)).toMatch(/^[\w-]{16}$/);
    expect(findKnownBrowser(cookie, other)).toBeUndefined();
    expect(rememberBrowser(cookie, one)).toBe(cookie);
  });

  it("is refused where anything of it is altered", () => {
    const [one, other] = [newId("member"), newId("member")];
    const cookie = rememberBrowser(undefined, one);
    expect(findKnownBrowser(cookie.replace(one, other), other)).toBeUndefined();
    const [memberId, browserId, signature] = cookie.split(".");
    expect(findKnownBrowser([memberId, `${browserId}x`, signature].join("."), one)).toBeUndefined();
    expect(findKnownBrowser([memberId, browserId].join("."), one)).toBeUndefined();
    expect(findKnownBrowser("", one)).toBeUndefined();
  });

  it("knows the five members who signed in last", () => {
    const members = Array.from({ length: 6 }, () => newId("member"));
    const cookie = members.reduce<string | undefined>(rememberBrowser, undefined);
    expect(members.map((member) => findKnownBrowser(cookie, member) !== undefined)).toEqual([
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
