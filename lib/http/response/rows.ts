import { z } from "zod";
import { assertDefined } from "@/lib/core/errors/assert";
import type { Chunk } from "@/lib/core/pagination";
import { Semaphore } from "../request/semaphore";

/** The text before the first row and after the last one. */
export interface RowsFrame {
  open: string;
  close: string;
}

/**
 * Limits the chunks that all long pages read at the same time. Each read takes one of the pool's eight connections, so
 * that four stay free for short requests however many clients stream.
 */
const longPageReads = new Semaphore(4);

/**
 * Serialises rows as JSON. Returns the text of a page of one chunk; for a longer page, an iterable of texts, of which the
 * first is ready and each other is read on demand, so that memory is bounded by one chunk and a stalled client occupies no
 * connection. Rejects if the first chunk cannot be read; the iterable throws if a later one cannot. Empties the arrays of
 * rows.
 */
export async function writeRows<R extends z.ZodType>(
  row: R,
  chunks: AsyncIterable<Chunk<z.output<R>>>,
  frame: RowsFrame,
): Promise<string | AsyncIterable<string>> {
  const source = chunks[Symbol.asyncIterator]();
  const next = async () => assertDefined((await source.next()).value, "a page ends with its last chunk");
  const encodeRows = (rows: z.output<R>[]) => {
    const text = rows.map((item) => JSON.stringify(z.encode(row, item))).join(",");
    // Emptied, because the driver's results reference each other and survive minor garbage collections: hundreds of MB.
    rows.length = 0;
    return text;
  };

  const first = await next();
  const head = frame.open + encodeRows(first.rows);
  if (first.isLast) return head + frame.close;
  return streamChunks(head);

  async function* streamChunks(start: string) {
    try {
      yield start;
      for (let isLast = false; !isLast; ) {
        const chunk = await longPageReads.run(next);
        isLast = chunk.isLast;
        const text = (chunk.rows.length > 0 ? "," : "") + encodeRows(chunk.rows);
        yield isLast ? text + frame.close : text;
      }
    } finally {
      await source.return?.();
    }
  }
}
