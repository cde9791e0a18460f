import { expect, test } from "vitest";
import { formatPageLinks } from "./page-links";

const links = (offset: bigint, hasMore: boolean, limit = 50n) =>
  formatPageLinks("http://a:1/v1/transactions?session_id=ses_1&limit=7&odd=%3E,%22", {
    limit,
    offset,
    hasMore,
  });
const to = (relation: string, offset: number, limit = 50) =>
  `</v1/transactions?session_id=ses_1&limit=${limit}&odd=%3E%2C%22&offset=${offset}>; rel="${relation}"`;

test("the first page links to the next one if there are more rows", () => {
  expect(links(0n, true)).toBe([to("first", 0), to("next", 50)].join(", "));
  expect(links(0n, false)).toBe(to("first", 0));
});

test("a later page links to the one before it, which begins at 0 at the lowest", () => {
  expect(links(120n, true)).toBe([to("first", 0), to("prev", 70), to("next", 170)].join(", "));
  expect(links(20n, false)).toBe([to("first", 0), to("prev", 0)].join(", "));
});

test("a page of no rows has no neighbours", () => {
  expect(links(5n, true, 0n)).toBe(to("first", 0, 0));
});
