/** Guarantee: only listed deliveries that can be sent again are selected, and never more than one request takes. */
import { expect, test } from "vitest";
import { MAX_SELECTED, pickRows, toggleId } from "./use-selection";

const row = (id: string, isRemoved = false) => ({ id, endpoint: { is_removed: isRemoved } });

test("a row is chosen and left again, and one that leaves the list is not sent", () => {
  const ids = toggleId(toggleId(new Set(), "a"), "b");
  expect(pickRows([row("a"), row("b"), row("c")], ids).chosen.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(pickRows([row("a"), row("b")], toggleId(ids, "a")).chosen.map(({ id }) => id)).toEqual(["b"]);
  expect(pickRows([row("c")], ids).chosen).toEqual([]);
});

test("deliveries of a removed endpoint cannot be chosen, and at most one request's are", () => {
  const many = Array.from({ length: 600 }, (_, index) => row(`r${index}`));
  const { selectable, chosen } = pickRows([row("gone", true), ...many], new Set(["gone", "r0", "r599"]));
  expect(selectable).toHaveLength(MAX_SELECTED);
  expect(selectable.some(({ id }) => id === "gone")).toBe(false);
  expect(chosen.map(({ id }) => id)).toEqual(["r0"]);
});
