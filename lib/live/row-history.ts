import type { z } from "zod";
import type { LiveRow } from "./contract";
import { MAX_ROWS } from "./read-changes";

type Row = z.output<typeof LiveRow>;

/** As many rows as are remembered for those who come back: some five minutes of a full house. */
const MAX_ROWS_KEPT = 2_000;

/** The rows that came or changed lately, each as it is and since which version, and the newest of all. */
export class RowHistory {
  /** The rows a list shows first, newest first: without a gap. */
  newest: Row[] = [];
  /** By number, in the order of their changes. */
  private readonly changes = new Map<number, { version: number; row: Row }>();
  /** Whoever has seen this version or a later one can be told all that was missed. */
  private completeFrom: number;

  constructor(newest: Row[], version: number) {
    this.newest = newest.slice(0, MAX_ROWS);
    this.completeFrom = version;
  }

  /** Takes in the rows of a version, newest first; `isWhole` unless some that moved are not among them. */
  take(rows: Row[], version: number, isWhole: boolean): void {
    if (!isWhole) {
      this.changes.clear();
      this.completeFrom = version;
    }
    const last = this.newest[0]?.number ?? 0;
    const byNumber = new Map(rows.map((row) => [row.number, row]));
    const fresh = rows.filter(({ number }) => number > last);
    const kept = this.newest.map((row) => byNumber.get(row.number) ?? row);
    this.newest = (fresh.length < MAX_ROWS ? [...fresh, ...kept] : fresh).slice(0, MAX_ROWS);
    for (const row of rows) {
      this.changes.delete(row.number);
      this.changes.set(row.number, { version, row });
    }
    this.forgetOldest();
  }

  private forgetOldest(): void {
    for (const [number, { version }] of this.changes) {
      if (this.changes.size <= MAX_ROWS_KEPT) return;
      this.changes.delete(number);
      this.completeFrom = version;
    }
  }

  /** The rows that are not as they were at a version, newest first; `undefined` where that is not remembered. */
  since(version: number): Row[] | undefined {
    if (version < this.completeFrom) return undefined;
    return [...this.changes.values()]
      .filter((change) => change.version > version)
      .map(({ row }) => row)
      .sort((a, b) => b.number - a.number);
  }
}
