import postgres from "postgres";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import type { TestDatabase } from "@/lib/testing/database";
import { type Difference, verifyIn } from "../verify";

/** A column from the database's system catalogue. */
export interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  /** The referenced table and column, if it is a single-column foreign key. */
  refersTo: string | null;
  /** The allowed values of an enumerated column: from its check constraint, else those in existing rows. */
  words: string[];
}

/** The kind of change of a value; for an enumerated column the new value. */
export type Change =
  | "more"
  | "less"
  | "earlier"
  | "later"
  | "other"
  | "another row's"
  | "none"
  | (string & {});

/** Reads every column of every table from the database's system catalogue. */
export async function readColumns(): Promise<Column[]> {
  const columns = await systemDb().sql<Column[]>`
    select t.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
      (select concat(f.confrelid::regclass, '.', r.attname) from pg_constraint f
        join pg_attribute r on r.attrelid = f.confrelid and r.attnum = f.confkey[1]
        where f.conrelid = t.oid and f.contype = 'f' and f.conkey = array[a.attnum] limit 1) as "refersTo",
      array(select distinct found.word[1] from pg_constraint c,
          regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') as found(word)
        where c.conrelid = t.oid and c.contype = 'c' and c.conkey = array[a.attnum]) as words
    from pg_class t join pg_attribute a on a.attrelid = t.oid
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by t.relname, a.attnum`;
  for (const column of columns)
    if (column.words.length === 0 && DISTINGUISHING.includes(column.name) && column.type === "text")
      column.words = await readWords(column);
  return columns;
}

async function readWords({ table, name }: Column): Promise<string[]> {
  const rows = await systemDb().sql.unsafe<{ word: string | null }[]>(
    `select distinct ${name} as word from ${table} order by 1`,
  );
  return rows.flatMap(({ word }) => word ?? []);
}

/** A sample row of a kind: rows of one table with the same non-null columns and the same enumerated values. */
export interface Row {
  /** Its `ctid`. */
  ctid: string;
  /** A readable description of its kind. */
  kind: string;
}

/** Enumerated columns: rows with different values are of different kinds. */
const DISTINGUISHING = [
  "mode",
  "provider",
  "channel",
  "status",
  "transaction_status",
  "outcome",
  "reason",
  "resolution",
  "kind",
  "stage",
  "state",
];

/** Reads one row of each kind of a table, the rarest kinds first. */
export async function readKinds(table: string): Promise<Row[]> {
  const rows = await systemDb().sql.unsafe<{ ctid: string; row: Record<string, unknown> }[]>(
    `select ctid::text as ctid, to_jsonb(t) as row from ${table} t order by ctid`,
  );
  const kinds = new Map<string, { ctid: string; count: number }>();
  for (const { ctid, row } of rows) {
    const words = DISTINGUISHING.flatMap((name) => row[name] ?? []);
    const absent = Object.keys(row).filter((name) => row[name] === null);
    const kind = [...words, ...absent.map((name) => `no ${name}`)].join(", ");
    const known = kinds.get(kind);
    kinds.set(kind, { ctid: known?.ctid ?? ctid, count: (known?.count ?? 0) + 1 });
  }
  return [...kinds]
    .sort(([, one], [, two]) => one.count - two.count)
    .map(([kind, { ctid }]) => ({ kind, ctid }));
}

/** Reads the `ctid`s of a table's rows that meet a condition. */
export async function readCtids(table: string, condition: string): Promise<Set<string>> {
  const rows = await systemDb().sql.unsafe<{ ctid: string }[]>(
    `select ctid::text as ctid from ${table} t where ${condition}`,
  );
  return new Set(rows.map(({ ctid }) => ctid));
}

/** Other values of a column, as SQL expressions on its row `t`. */
export function changesOf(column: Column): [Change, string][] {
  const { name, type, isNullable } = column;
  const absent: [Change, string][] = isNullable ? [["none", "null"]] : [];
  switch (type) {
    case "bigint":
    case "integer":
      return [["more", `coalesce(${name}, 0) + 1`], ["less", `${name} - 1`], ...absent];
    case "boolean":
      return [["other", `not ${name}`]];
    case "date":
      return [["later", `coalesce(${name}, '2026-11-01') + 1`], ...absent];
    case "timestamp with time zone":
      return [
        ["earlier", `coalesce(${name}, now()) - interval '1 hour'`],
        ["later", `${name} + interval '1 hour'`],
        ...absent,
      ];
    case "bytea":
      return [["other", `coalesce(${name}, '') || '\\x20'`], ...absent];
    case "jsonb":
      return [["other", `coalesce(${name}, '{}') || '{"amount": "1.00"}'`], ...absent];
    default:
      return [...otherTexts(column), ...absent];
  }
}

function otherTexts({ table, name, refersTo, words }: Column): [Change, string][] {
  const others = words.map((word): [Change, string] => [word, `'${word}'`]);
  const [source = table, of = name] = refersTo?.split(".") ?? [];
  const anothers = `select o.${of} from ${source} o where o.${of} is distinct from t.${name} order by o.${of} limit 1`;
  return [
    ["other", `coalesce(${name}, '') || 'x'`],
    ...(words.length > 0 ? others : [["another row's", `(${anothers})`] as [Change, string]]),
  ];
}

class Rollback extends Error {}

/**
 * Runs SQL statements, verifies, and rolls back. Returns the differences, or `undefined` if a statement changed nothing
 * or violated a constraint.
 */
export async function verifyAfter(...statements: string[]): Promise<Difference[] | undefined> {
  let found: Difference[] | undefined;
  try {
    await systemTx(async (db: Db) => {
      for (const statement of statements) {
        const { count } = await db.sql.unsafe(statement);
        if (count === 0) throw new Rollback();
      }
      found = (await verifyIn(db, {})).differences;
      throw new Rollback();
    });
  } catch (thrown) {
    const isRefused = thrown instanceof postgres.PostgresError && thrown.code.startsWith("23");
    if (!(thrown instanceof Rollback) && !isRefused) throw thrown;
  }
  return found;
}

/** Grants the verifying role write access to every table of a test database. */
export async function allowChanges({ ownerUrl }: TestDatabase): Promise<void> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  await owner`grant select, insert, update, delete on all tables in schema public to takings_system`;
  await owner.end();
}
