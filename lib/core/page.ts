import { z } from "zod";

const digits = (fallback: number) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) return BigInt(fallback);
      if (/^\d{1,16}$/.test(text) && BigInt(text) <= Number.MAX_SAFE_INTEGER) return BigInt(text);
      context.addIssue({ code: "custom", message: `must be digits, from 0 to ${Number.MAX_SAFE_INTEGER}` });
      return z.NEVER;
    });

/** `limit` and `offset` of §4.8 and §4.9: 50 and 0 when absent, and no largest `limit` (§8). */
export const PageQuery = { limit: digits(50), offset: digits(0) };

/** Which rows of a gapless numbering are asked for: those above `after`, up to and including `upTo`. */
export interface NumberRange {
  after: bigint;
  upTo: bigint;
}

/** The numbers on a page, most recent first, of rows numbered 1 to `last`: the same cost at any offset. */
export function rangeOfPage(last: bigint, page: { limit: bigint; offset: bigint }): NumberRange {
  const upTo = last - page.offset;
  const after = upTo - page.limit;
  return { after: after > 0n ? after : 0n, upTo };
}

/** Rows read at once: few enough to hold, enough to make the round trip worth it. */
export const CHUNK_ROWS = 500n;

/** Cuts a range into chunks, highest numbers first, and reads each when it is asked for. */
export async function* readInChunks<T>(
  range: NumberRange,
  read: (chunk: NumberRange) => Promise<T[]>,
): AsyncGenerator<T[]> {
  for (let upTo = range.upTo; upTo > range.after; upTo -= CHUNK_ROWS) {
    const low = upTo - CHUNK_ROWS;
    yield await read({ after: low > range.after ? low : range.after, upTo });
  }
}
