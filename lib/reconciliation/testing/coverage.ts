import { randomOf } from "@/lib/bank/testing/random";
import { NOT_COVERED } from "./not-covered";
import { type Column, changesOf, findAfter, readColumns, readKinds, readPlaces } from "./tamper";
import { WITHOUT_MONEY } from "./without-money";

/** One change of one column of one row, and what `verify` made of it. */
export interface Attempt {
  column: string;
  change: string;
  /** The row's kind. */
  kind: string;
  isNamed: boolean;
  /** The entries of the list of changes that are not named. */
  listed: number[];
}

/** Every column of the tables that hold money, from the database's own catalogue. */
async function readMoneyColumns(): Promise<Column[]> {
  return (await readColumns()).filter(({ table }) => !WITHOUT_MONEY.has(table));
}

/**
 * Changes each column of each table that holds money in rows of different kinds, one at a time, and verifies after each
 * change, which is undone. With `seed` each change is made in one kind of row, which the seed picks; without it in every kind.
 */
export async function changeColumns({ seed }: { seed?: number } = {}): Promise<Attempt[]> {
  const columns = await readMoneyColumns();
  const attempts: Attempt[] = [];
  const random = seed === undefined ? undefined : randomOf(seed, 0);
  for (const column of columns) {
    const kinds = await readKinds(column.table);
    const listed = await listedPlaces(column);
    for (const [change, value] of changesOf(column)) {
      for (const { place, kind } of random && kinds.length > 0 ? [random.pick(kinds)] : kinds) {
        const { table, name } = column;
        const found = await findAfter(
          `update ${table} t set ${name} = ${value} where ctid = '${place}' and ${name} is distinct from ${value}`,
        );
        if (found === undefined) continue;
        attempts.push({
          column: `${table}.${name}`,
          change,
          kind,
          isNamed: found.length > 0,
          listed: listed
            .filter(
              ({ entry, places }) =>
                (entry.changes?.includes(change) ?? true) && (places?.has(place) ?? true),
            )
            .map(({ index: position }) => position),
        });
      }
    }
  }
  return attempts;
}

/** The entries about a column, with the rows that each is about; all where it says nothing of rows. */
function listedPlaces({ table, name }: Column) {
  const about = NOT_COVERED.flatMap((entry, index) =>
    entry.column === `${table}.${name}` ? [{ entry, index }] : [],
  );
  return Promise.all(
    about.map(async ({ entry, index }) => ({
      entry,
      index,
      places: entry.where === undefined ? undefined : await readPlaces(table, entry.where),
    })),
  );
}

/** Changes that are neither named nor listed, or both. */
export function wrongAttempts(attempts: readonly Attempt[]): string[] {
  return attempts
    .filter(({ isNamed, listed }) => isNamed === listed.length > 0)
    .map(
      ({ column, change, kind, isNamed }) =>
        `${column} to ${change} (${kind}): ${isNamed ? "listed as not covered, but named" : "not named"}`,
    );
}

/** Entries of the list that no attempt met. */
export function unusedEntries(attempts: readonly Attempt[]): string[] {
  const used = new Set(attempts.flatMap(({ listed }) => listed));
  return NOT_COVERED.filter((_, index) => !used.has(index)).map(
    ({ column, change }) => `${column} ${change}`,
  );
}
