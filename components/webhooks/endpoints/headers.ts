/** A custom header as it is being entered. */
export interface HeaderLine {
  /** Identifies the line on the screen. */
  key: number;
  name: string;
  value: string;
}

/** Maximum custom headers of an endpoint. */
export const MAX_HEADERS = 10;

/** Returns the lines that have a name or a value. */
const filledLines = (lines: readonly HeaderLine[]): HeaderLine[] =>
  lines.filter(({ name, value }) => name.trim() !== "" || value.trim() !== "");

/** Converts entered lines to the headers of a request. A name given twice is checked before, by `findRepeated`. */
export const toHeaders = (lines: readonly HeaderLine[]): Record<string, string> =>
  Object.fromEntries(filledLines(lines).map(({ name, value }) => [name.trim(), value.trim()]));

/** Returns the first line whose name, in any case, an earlier one has: an object would lose one of them. */
export function findRepeated(lines: readonly HeaderLine[]): HeaderLine | undefined {
  const names = filledLines(lines).map(({ name }) => name.trim().toLowerCase());
  return filledLines(lines).find((_, index) => names.indexOf(names[index] ?? "") < index);
}

/** Returns the JSON Pointer (RFC 6901) of a header in the request. */
export const headerPointer = (name: string): string =>
  `/headers/${name.trim().replaceAll("~", "~0").replaceAll("/", "~1")}`;
