import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Db } from "@/lib/db/client";
import { type Measure, startMeasure } from "./measure";
import type { Table } from "./tables";

type Sql = Db["sql"];
type CopiedTable = Pick<Table, "name" | "columns">;

interface CopyOptions {
  file: string;
  signal: AbortSignal;
}

/** The session settings that change how values are written; the same as those of `pg_dump`. */
const VALUE_FORMAT_SETTINGS = {
  datestyle: "ISO, YMD",
  intervalstyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
};

/**
 * Fixes the text format of values until the end of the SQL transaction, so that a copy reads the same on every
 * server.
 */
export async function fixValueFormats(sql: Sql): Promise<void> {
  for (const [name, value] of Object.entries(VALUE_FORMAT_SETTINGS))
    await sql`select set_config(${name}, ${value}, true)`;
}

const columnsOf = (sql: Sql, { columns }: CopiedTable) => sql(columns.map((column) => column.name));

/** Copies a table's rows into a new file (mode 0600). The file is flushed to disk when this resolves. */
export async function copyOut(sql: Sql, table: CopiedTable, { file, signal }: CopyOptions): Promise<Measure> {
  // A partitioned table is copied by a query only.
  const source =
    await sql`copy (select ${columnsOf(sql, table)} from public.${sql(table.name)}) to stdout`.readable();
  const measure = startMeasure();
  const sink = createWriteStream(file, { flags: "wx", mode: 0o600, flush: true });
  await pipeline(source, measure.through, sink, { signal });
  // The driver pauses its socket while this stream is full and resumes it only when the stream asks for more data. A
  // stream that ends while it is full never asks, and the connection would not read the end of the statement.
  source._read(0);
  return measure.end();
}

/** Copies a file's rows into a table. Rejects with the server's error. */
export async function copyIn(sql: Sql, table: CopiedTable, { file, signal }: CopyOptions): Promise<Measure> {
  const statement = sql`copy public.${sql(table.name)} (${columnsOf(sql, table)}) from stdin`;
  const rejection = rejectionOf(statement);
  const sink = await statement.writable();
  const measure = startMeasure();
  const ending = new AbortController();
  const copying = pipeline(createReadStream(file), measure.through, sink, {
    signal: AbortSignal.any([signal, ending.signal]),
  });
  try {
    await Promise.race([copying, rejection]);
    return measure.end();
  } finally {
    ending.abort();
    copying.catch(() => undefined);
  }
}

/**
 * Rejects with the error of a statement that has become a stream. The driver resolves such a statement when the
 * stream opens and passes errors that the server reports after the last row only to its `reject`: without this
 * function, a copy whose rows the server rejects would never end.
 */
function rejectionOf(statement: object): Promise<never> {
  const rejection = new Promise<never>((_, reject) => {
    const original: unknown = Reflect.get(statement, "reject");
    Object.assign(statement, {
      reject(thrown: unknown) {
        reject(thrown);
        if (typeof original === "function") original(thrown);
      },
    });
  });
  // Marks it as handled: if the statement does not start, nothing awaits this promise.
  rejection.catch(() => undefined);
  return rejection;
}
