import { expect, test } from "vitest";
import { WalHistory } from "./wal-history";

test("data is as fresh as the last time at which the primary had no more than the replica has replayed", () => {
  const history = new WalHistory();
  expect(history.freshAt).toBe(Number.NEGATIVE_INFINITY);
  history.add(1_000, "16/FFFFFF00");
  history.add(2_000, "17/00000100");
  history.add(3_000, "17/00000200");
  history.replayed("16/FFFFFEFF");
  expect(history.freshAt).toBe(Number.NEGATIVE_INFINITY);
  history.replayed("17/00000100");
  expect(history.freshAt).toBe(2_000);
  // An idle primary: the position stays, and so the data stays fresh.
  history.add(60_000, "17/00000200");
  history.replayed("17/00000200");
  expect(history.freshAt).toBe(60_000);
});

test("the header of the next page, which only the primary counts, is no lag", () => {
  const history = new WalHistory();
  history.add(1_000, "0/3002018");
  history.replayed("0/3002000");
  expect(history.freshAt).toBe(1_000);
  // A record of the smallest size, 24 bytes, follows the header.
  history.add(2_000, "0/3002030");
  history.replayed("0/3002000");
  expect(history.freshAt).toBe(1_000);
});

test("a replica that is paused for hours costs no more memory, and its freshness stays a lower bound", () => {
  const history = new WalHistory();
  for (let at = 1; at <= 100_000; at++) history.add(at, `0/${(at * 16).toString(16)}`);
  expect(JSON.stringify(Object.values(history), (_, value) => String(value)).length).toBeLessThan(20_000);
  history.replayed(`0/${(50_000 * 16).toString(16)}`);
  expect(history.freshAt).toBeLessThanOrEqual(50_000);
  expect(history.freshAt).toBeGreaterThan(0);
});
