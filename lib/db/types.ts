import postgres from "postgres";
import { formatTimestamp, parseTimestamp } from "./timestamps";

/** What a statement's values may be, besides what PostgreSQL's texts say by themselves. */
export type Types = { bigint: bigint; json: unknown };

/** Types as the house wants them: bigint for int8, JSON text passed through as it is, arrays as arrays. */
export const types = {
  bigint: postgres.BigInt,
  date: {
    to: 1184,
    from: [1082, 1114, 1184],
    serialize: (at: Date | string) => formatTimestamp(new Date(at)),
    parse: parseTimestamp,
  },
  json: {
    to: 114,
    from: [114, 3802],
    serialize: (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  },
  ...arraysOf({ text: 1009, varchar: 1015, name: 1003 }, (text) => text),
  ...arraysOf({ int2: 1005, int4: 1007, float4: 1021, float8: 1022 }, Number),
  ...arraysOf({ int8: 1016 }, BigInt),
};

/**
 * Arrays of one dimension, by the ids that their types have in every PostgreSQL. postgres.js would ask for all of
 * them on each new connection, and where that is lost meanwhile reject what nobody can catch.
 */
function arraysOf(ids: Record<string, number>, parse: (text: string) => unknown) {
  return Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [
      `${name}[]`,
      { to: id, from: [id], serialize: arrayLiteral, parse: (text: string) => parseArray(text, parse) },
    ]),
  );
}

/** The literal of an array; the query builder has made one already. */
function arrayLiteral(values: unknown[] | string): string {
  if (typeof values === "string") return values;
  return `{${values.map((value) => (value === null ? "NULL" : `"${String(value).replace(/[\\"]/g, "\\$&")}"`)).join(",")}}`;
}

function parseArray(text: string, parse: (element: string) => unknown): unknown[] {
  return [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/gs)].map(([, quoted, bare]) =>
    quoted !== undefined
      ? parse(quoted.replace(/\\(.)/gs, "$1"))
      : bare === "NULL"
        ? null
        : parse(bare ?? ""),
  );
}
