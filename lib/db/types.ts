import postgres from "postgres";
import { formatTimestamp, parseTimestamp } from "./timestamps";

/** The parameter types of statements beyond those of postgres.js. */
export type Types = { bigint: bigint; json: unknown };

/** Type conversions: bigint for int8, dates of any year, JSON text sent unchanged, arrays as arrays. */
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
 * Creates the conversions of one-dimensional arrays by their fixed type ids. postgres.js would query the ids on each
 * new connection, and reject with an uncatchable error if the connection is lost meanwhile.
 */
function arraysOf(ids: Record<string, number>, parse: (text: string) => unknown) {
  return Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [
      `${name}[]`,
      { to: id, from: [id], serialize: arrayLiteral, parse: (text: string) => parseArray(text, parse) },
    ]),
  );
}

/** Returns the literal of an array; the query builder passes a finished literal. */
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
