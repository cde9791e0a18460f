import { expect, test } from "vitest";
import { parseFilters, toSearch } from "./search-filters";

test("unknown values in the URL are left out, also names that every object inherits", () => {
  for (const text of ["elsewhere", "constructor", "toString"]) {
    const filters = parseFilters((name) => (name === "q" ? undefined : text));
    expect(toSearch(filters, 0)).toEqual({});
  }
  const filters = parseFilters((name) => ({ outcome: "failed", period: "hour" })[name]);
  expect(toSearch(filters, 3_600_000)).toEqual({ outcome: "failed", from: "1970-01-01T00:00:00.000Z" });
});
