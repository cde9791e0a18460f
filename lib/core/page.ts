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

/** Rows that are read together, and whether any are left to read after them. */
export interface Chunk<T> {
  rows: T[];
  isLast: boolean;
}

/**
 * Rows read at once: some 40 KB as JSON, so that what a client has not taken yet costs little, and one to three
 * milliseconds' work, so that nobody else waits long behind it; more rows a chunk make a page come hardly faster.
 */
export const CHUNK_ROWS = 100n;

/** Cuts a range into chunks, highest numbers first, and reads each when it is asked for; an empty range has one. */
export async function* readInChunks<T>(
  range: NumberRange,
  read: (chunk: NumberRange) => Promise<T[]>,
): AsyncGenerator<Chunk<T>> {
  for (let { upTo } = range; ; upTo -= CHUNK_ROWS) {
    const low = upTo - CHUNK_ROWS;
    const after = low > range.after ? low : range.after;
    const isLast = after === range.after;
    yield { rows: upTo > after ? await read({ after, upTo }) : [], isLast };
    if (isLast) return;
  }
}
