import type { z } from "zod";
import { mergeRows } from "@/lib/core/merge-rows";
import type { PaymentJson } from "@/lib/transactions/contract";
import { MAX_ROWS } from "./read-changes";

type Row = z.output<typeof PaymentJson>;

/** Rows cached for clients that reconnect: about five minutes of a busy event. */
const MAX_ROWS_KEPT = 2_000;

/** A cache of recently added or changed rows, each with the version of its last change, and of the newest rows. */
export class RowHistory {
  /** The newest rows, newest first, without gaps. */
  newest: Row[] = [];
  /** The changed rows by sequence, in the order of their changes. */
  private readonly changes = new Map<number, { version: number; row: Row }>();
  /** The oldest version from which `changesSince` returns all changes. */
  private completeFrom: number;

  constructor(newest: Row[], version: number) {
    this.newest = newest.slice(0, MAX_ROWS);
    this.completeFrom = version;
  }

  /** Adds the rows of a version, newest first; `isComplete` is false if some changed rows are missing. */
  apply(rows: Row[], version: number, isComplete: boolean): void {
    if (!isComplete) {
      this.changes.clear();
      this.completeFrom = version;
    }
    this.newest = mergeRows(this.newest, rows).rows.slice(0, MAX_ROWS);
    for (const row of rows) {
      this.changes.delete(row.sequence);
      this.changes.set(row.sequence, { version, row });
    }
    this.evictOldest();
  }

  private evictOldest(): void {
    for (const [number, { version }] of this.changes) {
      if (this.changes.size <= MAX_ROWS_KEPT) return;
      this.changes.delete(number);
      this.completeFrom = version;
    }
  }

  /** Whether all changes since a version are cached. */
  reachesBackTo(version: number): boolean {
    return version >= this.completeFrom;
  }

  /** Returns the rows that changed after a version to which the cache reaches back, newest first. */
  changesSince(version: number): Row[] {
    return [...this.changes.values()]
      .filter((change) => change.version > version)
      .map(({ row }) => row)
      .sort((a, b) => b.sequence - a.sequence);
  }
}
