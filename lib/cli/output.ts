import { isFailure } from "@/lib/core/errors/errors";

/** Converts a record, or a list of records, to JSON output: snake_case names, ISO 8601 times. */
export function toJson(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        toJson(member),
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

/** Formats JSON output for a person: a record as lines, a list of records as a table. */
export function formatOutput(value: unknown): string {
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
 * Describes any thrown value as code and message. A database library's own message can contain the statement's
 * parameters, including secrets, so only the message of its cause, the database's error, is used.
 */
export function describeError(thrown: unknown): { code: string; message: string } {
  if (isFailure(thrown)) return { code: thrown.code, message: thrown.detail ?? thrown.message };
  if (!(thrown instanceof Error)) return { code: "internal", message: String(thrown) };
  if ("query" in thrown && thrown.cause !== undefined) return describeError(thrown.cause);
  const code = "code" in thrown && typeof thrown.code === "string" ? thrown.code : "internal";
  // If several addresses refuse the connection, the error is one `AggregateError` without a message.
  const reason =
    thrown instanceof AggregateError && thrown.message === ""
      ? thrown.errors.map(String).join("; ")
      : thrown.message;
  return { code, message: reason || code };
}
