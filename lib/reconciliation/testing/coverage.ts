import { createRandom } from "@/lib/bank/testing/random";
import { NOT_COVERED } from "./not-covered";
import { type Column, changesOf, readColumns, readCtids, readKinds, verifyAfter } from "./tamper";
import { WITHOUT_MONEY } from "./without-money";

/** One change of one column of one row, with the result of `verify`. */
export interface ChangeAttempt {
  column: string;
  change: string;
  /** The row's kind. */
  kind: string;
  isNamed: boolean;
  /** The matching entries of the list of changes that are not covered. */
  listed: number[];
}

/** Reads every column of the tables with money from the system catalogue. */
async function readMoneyColumns(): Promise<Column[]> {
  return (await readColumns()).filter(({ table }) => !WITHOUT_MONEY.has(table));
}

/**
 * Changes each column of each table with money in rows of different kinds, one at a time; verifies after each change and
 * rolls it back. With `seed` each change is made in one kind of row, chosen by the seed; without it in every kind.
 */
export async function changeColumns({ seed }: { seed?: number } = {}): Promise<ChangeAttempt[]> {
  const columns = await readMoneyColumns();
  const attempts: ChangeAttempt[] = [];
  const random = seed === undefined ? undefined : createRandom(seed, 0);
  for (const column of columns) {
    const kinds = await readKinds(column.table);
    const listed = await listedPlaces(column);
    for (const [change, value] of changesOf(column)) {
      for (const { ctid, kind } of random && kinds.length > 0 ? [random.pick(kinds)] : kinds) {
        const { table, name } = column;
        const found = await verifyAfter(
          `update ${table} t set ${name} = ${value} where ctid = '${ctid}' and ${name} is distinct from ${value}`,
        );
        if (found === undefined) continue;
        attempts.push({
          column: `${table}.${name}`,
          change,
          kind,
          isNamed: found.length > 0,
          listed: listed
            .filter(
              ({ entry, places }) => (entry.changes?.includes(change) ?? true) && (places?.has(ctid) ?? true),
            )
            .map(({ index: position }) => position),
        });
      }
    }
  }
  return attempts;
}

/** The entries for a column with the rows that each covers; all rows if it has no condition. */
function listedPlaces({ table, name }: Column) {
  const about = NOT_COVERED.flatMap((entry, index) =>
    entry.column === `${table}.${name}` ? [{ entry, index }] : [],
  );
  return Promise.all(
    about.map(async ({ entry, index }) => ({
      entry,
      index,
      places: entry.where === undefined ? undefined : await readCtids(table, entry.where),
    })),
  );
}

/** Attempts that are neither reported nor listed, or both. */
export function wrongAttempts(attempts: readonly ChangeAttempt[]): string[] {
  return attempts
    .filter(({ isNamed, listed }) => isNamed === listed.length > 0)
    .map(
      ({ column, change, kind, isNamed }) =>
        `${column} to ${change} (${kind}): ${isNamed ? "listed as not covered, but named" : "not named"}`,
    );
}

/** Entries of the list that match no attempt. */
export function unusedEntries(attempts: readonly ChangeAttempt[]): string[] {
  const used = new Set(attempts.flatMap(({ listed }) => listed));
  return NOT_COVERED.filter((_, index) => !used.has(index)).map(
    ({ column, change }) => `${column} ${change}`,
  );
}
