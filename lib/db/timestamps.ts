const TIMESTAMP = /^(\d{4,})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?\+00(?::00)?( BC)?$/;

/**
 * Reads a `timestamptz` or `date` as PostgreSQL writes it in UTC, by itself or in JSON, to the millisecond. JavaScript
 * reads years below 100 as those of this age, and none before year 1 or after 9999. An invalid date where it is none.
 */
export function parseTimestamp(text: string): Date {
  if (text[0] !== "0" && text[4] === "-" && !text.endsWith("BC")) return new Date(text);
  const parts = TIMESTAMP.exec(text);
  if (!parts) return new Date(text);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const at = new Date(0);
  // 1 BC is year 0.
  at.setUTCFullYear(parts[8] ? 1 - year : year, month - 1, day);
  at.setUTCHours(hour, minute, second, Number((parts[7] ?? "").padEnd(3, "0").slice(0, 3)));
  return at;
}

/** Writes a moment as PostgreSQL reads it, whatever its year. Throws `RangeError` for an invalid date. */
export function formatTimestamp(at: Date): string {
  const text = at.toISOString();
  const year = at.getUTCFullYear();
  if (year >= 1 && year <= 9999) return text;
  const rest = text.slice(text.indexOf("-", 1));
  return year > 0 ? `${year}${rest}` : `${String(1 - year).padStart(4, "0")}${rest} BC`;
}
