/** Guarantee: the health chart has each of the last 48 hours once, and its sums are those of the attempts. */
import { expect, test } from "vitest";
import { describeRate, sumBars, toHourBars } from "./health-hours";

const NOW = Date.parse("2026-12-12T20:42:18.000Z");
const hour = (at: string, succeeded: number, failed: number) => ({ at, succeeded, failed, mean_ms: 180 });

test("hours without attempts are zero, and the last bar is the running hour", () => {
  const bars = toHourBars(
    [
      hour("2026-12-10T20:00:00.000Z", 9, 9),
      hour("2026-12-12T19:00:00.000Z", 4, 1),
      hour("2026-12-12T20:00:00.000Z", 2, 0),
    ],
    NOW,
  );
  expect(bars).toHaveLength(48);
  expect(bars[0]).toEqual({
    atMs: Date.parse("2026-12-10T21:00:00.000Z"),
    succeeded: 0,
    failed: 0,
    meanMs: 0,
    isRunning: false,
  });
  expect(bars.at(-2)).toMatchObject({ succeeded: 4, failed: 1, meanMs: 180, isRunning: false });
  expect(bars.at(-1)).toMatchObject({ succeeded: 2, failed: 0, isRunning: true });
  expect(sumBars(bars)).toEqual({ succeeded: 6, failed: 1 });
  expect(sumBars(bars, 1)).toEqual({ succeeded: 2, failed: 0 });
});

test("a rate is never 100 % with a failure, and says when nothing was sent", () => {
  expect(describeRate({ succeeded: 99_999, failed: 1 })).toBe("99.99% of 100,000 attempts");
  expect(describeRate({ succeeded: 1, failed: 0 })).toBe("100.00% of 1 attempt");
  expect(describeRate({ succeeded: 0, failed: 0 })).toBe("Nothing sent");
});
