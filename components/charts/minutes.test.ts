/** Guarantee: the axis ticks of a minute chart are round, few, and cover every bar. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { HOUR_MS } from "@/lib/core/time/durations";
import { computeRate } from "../event-live/figures/rate";
import { countAxisWidth, countTicks, timeAxis } from "./minutes";
import { MinuteChartSvg } from "./minutes/minute-chart-svg";

const barOf = (transfers: number, pos = 0) => ({ atMs: 0, transfers, pos, isRunning: false });

test.each([
  [0, [0, 1, 2, 3]],
  [0.4, [0, 1, 2, 3]],
  [3, [0, 1, 2, 3]],
  [7, [0, 3, 6, 9]],
  [15, [0, 5, 10, 15]],
  [20, [0, 8, 16, 24]],
  [31, [0, 12, 24, 36]],
  [240, [0, 80, 160, 240]],
  [1000, [0, 400, 800, 1200]],
])("a highest bar of %d gives the count ticks %j", (highest, ticks) => {
  expect(countTicks([barOf(highest / 2, highest / 2), barOf(0)])).toEqual(ticks);
});

test("an empty chart has ticks, and no bar is higher than the top tick", () => {
  expect(countTicks([])).toEqual([0, 1, 2, 3]);
  for (let highest = 1; highest < 20_000; highest += 7) {
    expect(countTicks([barOf(highest)]).at(-1)).toBeGreaterThanOrEqual(highest);
  }
});

test("the axis is wide enough for counts of three digits and more", () => {
  expect(
    [
      [0, 9],
      [0, 15],
      [0, 180],
      [0, 1200],
    ].map(countAxisWidth),
  ).toEqual([24, 24, 31, 45]);
});

const hour = Array.from({ length: 60 }, (_, minute) => ({ atMs: (minute + 5) * 60_000 }));

test("an hour has a time tick every ten minutes, up to the last bar", () => {
  expect(timeAxis(hour).ticks.map((atMs) => atMs / 60_000)).toEqual([10, 20, 30, 40, 50, 60]);
  expect(timeAxis(hour.slice(0, 56)).ticks.at(-1)).toBe(60 * 60_000);
  expect(timeAxis(hour.slice(5)).ticks[0]).toBe(10 * 60_000);
});

const DOORS_OPEN_MS = Date.UTC(2026, 11, 12, 16);

test.each([
  ["a night", 8, ["18:00", "20:00", "22:00", "00:00"]],
  ["two days", 48, ["00:00", "12:00", "00:00", "12:00"]],
  ["two weeks", 14 * 24, ["14 Dec", "17 Dec", "20 Dec", "23 Dec", "26 Dec"]],
  ["two thousand years", 2_000 * 365 * 24, undefined],
])("%s has few time ticks, with distinct labels", (_, hours, expected) => {
  const { bars } = computeRate([], DOORS_OPEN_MS, DOORS_OPEN_MS + hours * HOUR_MS);
  const { ticks, format } = timeAxis(bars);
  const words = ticks.map(format);
  if (expected) expect(words).toEqual(expected);
  expect(words.length).toBeGreaterThan(2);
  expect(words.length).toBeLessThanOrEqual(7);
});

const MAGNITUDES = Array.from({ length: 11 }, (_, power) =>
  [1, 1.95, 9.99].map((lead) => lead * 10 ** power),
);

test.each(MAGNITUDES.flat())(
  "a chart of %d a minute shows every count tick in full within the axis width",
  (highest) => {
    const bars = [barOf(Math.floor(highest)), barOf(0)];
    const html = renderToStaticMarkup(createElement(MinuteChartSvg, { bars }));
    const room = Number(/padding-left:(\d+)px/.exec(html)?.[1]);
    const marks = [...html.matchAll(/text-anchor="end"[^>]*>([^<]*)</g)].map(([, text = ""]) => text);
    expect(marks.map((text) => Number(text.replaceAll(",", "")))).toEqual(countTicks(bars));
    expect(countTicks(bars).at(-1)).toBeGreaterThanOrEqual(Math.floor(highest));
    // A digit of the axis is at most 7 px wide; the gap between a count and its line is 8 px.
    for (const text of marks) expect(8 + 7 * text.length - 2).toBeLessThanOrEqual(room);
  },
);
