const TIMESTAMP = /^(\d{4,})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?\+00(?::00)?( BC)?$/;

/**
 * Parses a `timestamptz` or `date` in PostgreSQL's UTC format, as text or from JSON, to the millisecond. `Date` alone
 * maps years below 100 to the 20th century and rejects years before 1 and after 9999. Returns an invalid date for
 * other texts.
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

/** Formats a date of any year for PostgreSQL. Throws `RangeError` for an invalid date. */
export function formatTimestamp(at: Date): string {
  const text = at.toISOString();
  const year = at.getUTCFullYear();
  if (year >= 1 && year <= 9999) return text;
  const rest = text.slice(text.indexOf("-", 1));
  return year > 0 ? `${year}${rest}` : `${String(1 - year).padStart(4, "0")}${rest} BC`;
}
