/** A row with its gapless sequence in its list. */
interface SequencedRow {
  sequence: number;
}

/** Returns the rows, each replaced by the received row of the same sequence if there is one. */
export function replaceRows<R extends SequencedRow>(rows: readonly R[], received: readonly R[]): R[] {
  const bySequence = new Map(received.map((row) => [row.sequence, row]));
  return rows.map((row) => bySequence.get(row.sequence) ?? row);
}

/**
 * Merges received rows into a list, both newest first: replaces changed rows in place and puts new ones on top. `hasGap` is
 * true if rows between the list and the new rows are missing.
 */
export function mergeRows<R extends SequencedRow>(
  rows: readonly R[],
  received: readonly R[],
): { rows: R[]; hasGap: boolean } {
  const newest = rows[0]?.sequence ?? 0;
  const added = received.filter(({ sequence }) => sequence > newest);
  const oldestAdded = added.at(-1)?.sequence ?? newest + 1;
  return { rows: [...added, ...replaceRows(rows, received)], hasGap: oldestAdded !== newest + 1 };
}
