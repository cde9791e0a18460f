import { isFailure } from "@/lib/core/errors";

/** A record of the house, or a list of them, in the wire's words: snake_case names, ISO 8601 times. */
export function toWire(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        toWire(member),
      ]),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function cell(value: unknown): string {
  if (value === null || value === undefined) return "-";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function columns(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Lays the wire's words out for a person: a record as lines, a list of records as a table. */
export function layOut(value: unknown): string {
  if (isRecord(value)) return columns(Object.entries(value).map(([name, member]) => [name, cell(member)]));
  if (!Array.isArray(value)) return cell(value);
  const records = value.filter(isRecord);
  const names = Object.keys(records[0] ?? {});
  if (names.length === 0) return "None.";
  return columns([
    names.map((name) => name.toUpperCase()),
    ...records.map((record) => names.map((name) => cell(record[name]))),
  ]);
}

/**
 * What to tell of anything thrown. A database library's own message can carry the statement's parameters, secrets among
 * them: of such a one only the database's words are told.
 */
export function describeThrown(thrown: unknown): { code: string; message: string } {
  if (isFailure(thrown)) return { code: thrown.code, message: thrown.detail ?? thrown.message };
  if (!(thrown instanceof Error)) return { code: "internal", message: String(thrown) };
  if ("query" in thrown && thrown.cause !== undefined) return describeThrown(thrown.cause);
  const code = "code" in thrown && typeof thrown.code === "string" ? thrown.code : "internal";
  // Several addresses refused at once come as one error without a message.
  const reason =
    thrown instanceof AggregateError && thrown.message === ""
      ? thrown.errors.map(String).join("; ")
      : thrown.message;
  return { code, message: reason || code };
}
