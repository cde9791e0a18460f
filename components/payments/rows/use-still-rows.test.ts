import { expect, test } from "vitest";
import { nextStill } from "./use-still-rows";

const row = (id: string, day = "12") => ({ id, paid_at: `2026-12-${day}T12:00:00.000Z` });

test("inserted rows add their height, and a new day its lines", () => {
  const still = { first: "a", offset: 38 };
  expect(nextStill(still, [row("c"), row("b"), row("a")], 38)).toEqual({ first: "c", offset: 114 });
  expect(nextStill(still, [row("b", "13"), row("a")], 38)).toEqual({ first: "b", offset: 38 + 38 + 56 });
});

test("another list begins anew", () => {
  expect(nextStill({ first: "a", offset: 38 }, [row("x"), row("y")], 38)).toEqual({ first: "x", offset: 0 });
  expect(nextStill({ first: "a", offset: 38 }, [], 38)).toEqual({ first: undefined, offset: 0 });
});
