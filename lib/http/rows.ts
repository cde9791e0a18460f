import { z } from "zod";
import { assertDefined } from "@/lib/core/assert";
import type { Chunk } from "@/lib/core/page";
import { Semaphore } from "./semaphore";

/** How rows are framed: everything before the first and after the last of them. */
export interface Frame {
  open: string;
  close: string;
}

/**
 * Chunks that all long pages together may be reading at one time. Each takes a connection of the pool's twelve while
 * it is read, so that however many clients stream, the larger part is left to those who ask for little.
 */
const LONG_PAGES = new Semaphore(4);

/**
 * Writes rows as JSON. A page of one chunk comes back as text; a longer one in pieces, of which the first is ready
 * and each other is read only when it is asked for: memory is one chunk, and a stalled reader holds no connection.
 * Rejects where the first chunk cannot be read; the pieces reject where a later one cannot. It empties what it is given.
 */
export async function writeRows<R extends z.ZodType>(
  row: R,
  chunks: AsyncIterable<Chunk<z.output<R>>>,
  frame: Frame,
): Promise<string | AsyncIterable<string>> {
  const source = chunks[Symbol.asyncIterator]();
  const next = async () => assertDefined((await source.next()).value, "a page ends with its last chunk");
  const encodeRows = (rows: z.output<R>[]) => {
    const text = rows.map((item) => JSON.stringify(z.encode(row, item))).join(",");
    // The driver's results keep one another from being collected young: full ones would pile up by the hundred megabytes.
    rows.length = 0;
    return text;
  };

  const first = await next();
  const head = frame.open + encodeRows(first.rows);
  if (first.isLast) return head + frame.close;
  return piecesFrom(head);

  async function* piecesFrom(start: string) {
    try {
      yield start;
      for (let isLast = false; !isLast; ) {
        const chunk = await LONG_PAGES.pass(next);
        isLast = chunk.isLast;
        const text = (chunk.rows.length > 0 ? "," : "") + encodeRows(chunk.rows);
        yield isLast ? text + frame.close : text;
      }
    } finally {
      await source.return?.();
    }
  }
}
