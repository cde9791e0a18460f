/** Guarantee: the axis labels of the settlement chart are exact, from one kobo to ten billion naira. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { formatKobo } from "@/lib/core/money";
import { ByDateChart } from "./by-date-chart";

const UNITS: Record<string, number> = { k: 1e3, m: 1e6, bn: 1e9 };

/** Parses a compact amount, in naira. */
function parseNaira(words: string): number {
  const [, digits = "", unit = ""] = /^₦([\d.]+)(k|m|bn)?$/.exec(words) ?? [];
  return Number(digits) * (UNITS[unit] ?? 1);
}

const AMOUNTS = Array.from({ length: 13 }, (_, power) =>
  [1n, 3n, 7n].map((lead) => lead * 10n ** BigInt(power)),
);

test.each(AMOUNTS.flat())(
  "the axis of a highest day of %s kobo covers it, and its middle label is exactly half",
  (kobo) => {
    const line = { key: "a", date: "2026-12-14", count: 1, total: formatKobo(kobo), breakdown: undefined };
    const html = renderToStaticMarkup(createElement(ByDateChart, { lines: [line] }));
    const [top = 0, half = 0, none] = [...html.matchAll(/<span class="-my-2">([^<]*)</g)].map(
      ([, words = ""]) => parseNaira(words),
    );
    expect(top).toBeGreaterThanOrEqual(Number(kobo) / 100);
    expect(half).toBe(top / 2);
    expect(none).toBe(0);
  },
);
