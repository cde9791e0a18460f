import { z } from "zod";

const digits = (fallback: number, description: string) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) return BigInt(fallback);
      if (/^0*\d{1,16}$/.test(text) && BigInt(text) <= Number.MAX_SAFE_INTEGER) return BigInt(text);
      context.addIssue({ code: "custom", message: `must be digits, from 0 to ${Number.MAX_SAFE_INTEGER}` });
      return z.NEVER;
    })
    .meta({
      description,
      type: "integer",
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: fallback,
    });

/** The query parameters `limit` and `offset` of §4.8 and §4.9: by default 50 and 0, without a maximum `limit` (§8). */
export const PageQuery = {
  limit: digits(50, "The maximum number of results. There is no lower maximum: a long page is streamed."),
  offset: digits(0, "The number of results to skip, most recent first."),
};

/** A page of a list: what was requested, and whether rows follow it. */
export interface Page {
  limit: bigint;
  offset: bigint;
  hasMore: boolean;
}

/** A range of gapless numbers: above `after`, up to and including `upTo`. */
export interface NumberRange {
  after: bigint;
  upTo: bigint;
}

/**
 * Returns the number range of a page, most recent first, of rows numbered 1 to `last`. The cost is the same at any
 * offset.
 */
export function toNumberRange(last: bigint, page: { limit: bigint; offset: bigint }): NumberRange {
  const upTo = last - page.offset;
  const after = upTo - page.limit;
  return { after: after > 0n ? after : 0n, upTo };
}

/** Returns the page of a number range: rows follow it unless it reaches down to the first number. */
export function toPage(range: NumberRange, { limit, offset }: { limit: bigint; offset: bigint }): Page {
  return { limit, offset, hasMore: range.after > 0n };
}

/** Rows read in one query, and whether they are the last ones. */
export interface Chunk<T> {
  rows: T[];
  isLast: boolean;
}

/**
 * Rows per chunk: about 40 KB of JSON, which limits the memory for slow clients, and one to three milliseconds of
 * work, which limits the wait of other requests. Larger chunks are hardly faster.
 */
export const CHUNK_ROWS = 100n;

/**
 * Splits a range into chunks, highest numbers first, and reads each on demand; an empty range yields one empty chunk.
 */
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
