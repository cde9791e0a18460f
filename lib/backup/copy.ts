import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Db } from "@/lib/db/client";
import { type Measure, startMeasure } from "./measure";
import type { Table } from "./tables";

type Sql = Db["sql"];
type Copied = Pick<Table, "name" | "columns">;

interface Copying {
  file: string;
  signal: AbortSignal;
}

/** The session settings that change how values are written; the same as those of `pg_dump`. */
const VALUE_FORMS = {
  datestyle: "ISO, YMD",
  intervalstyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
};

/** Sets how values are written for the rest of the SQL transaction, so that a copy is read the same on every server. */
export async function fixValueForms(sql: Sql): Promise<void> {
  for (const [name, value] of Object.entries(VALUE_FORMS))
    await sql`select set_config(${name}, ${value}, true)`;
}

const target = (sql: Sql, { name, columns }: Copied) =>
  sql`public.${sql(name)} (${sql(columns.map((column) => column.name))})`;

/** Copies a table's rows into a new file (mode 0600), which is on the disk when this resolves. */
export async function copyOut(sql: Sql, table: Copied, { file, signal }: Copying): Promise<Measure> {
  const source = await sql`copy ${target(sql, table)} to stdout`.readable();
  const measure = startMeasure();
  const sink = createWriteStream(file, { flags: "wx", mode: 0o600, flush: true });
  await pipeline(source, measure.through, sink, { signal });
  // The driver pauses its socket while this stream is full and resumes it only when the stream asks for more. A stream
  // that ends while it is full never asks, and the connection would not read the end of the statement.
  source._read(0);
  return measure.end();
}

/** Copies a file's rows into a table. Rejects with what the server says of them. */
export async function copyIn(sql: Sql, table: Copied, { file, signal }: Copying): Promise<Measure> {
  const statement = sql`copy ${target(sql, table)} from stdin`;
  const refused = refusalOf(statement);
  const sink = await statement.writable();
  const measure = startMeasure();
  const ending = new AbortController();
  const copying = pipeline(createReadStream(file), measure.through, sink, {
    signal: AbortSignal.any([signal, ending.signal]),
  });
  try {
    await Promise.race([copying, refused]);
    return measure.end();
  } finally {
    ending.abort();
    copying.catch(() => undefined);
  }
}

/**
 * Rejects with the error of a statement that has become a stream. The driver resolves such a statement when the stream
 * opens and reports what the server says after the last row to its `reject` alone: without this a copy whose rows the
 * server refuses would never end.
 */
function refusalOf(statement: object): Promise<never> {
  const refused = new Promise<never>((_, reject) => {
    const before: unknown = Reflect.get(statement, "reject");
    Object.assign(statement, {
      reject(thrown: unknown) {
        reject(thrown);
        if (typeof before === "function") before(thrown);
      },
    });
  });
  // Marks it as handled: where the statement does not start, nothing awaits it.
  refused.catch(() => undefined);
  return refused;
}
