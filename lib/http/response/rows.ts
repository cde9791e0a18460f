import type { z } from "zod";
import { assertDefined } from "@/lib/core/errors/assert";
import type { Chunk } from "@/lib/core/pagination";
import { LOGGED_ELEMENTS } from "@/lib/request-log";
import { Semaphore } from "../request/semaphore";
import type { LazyBody } from "./lazy-response";
import { toJson } from "./to-json";

/** The text before the first row and after the last one. */
export interface RowsFrame {
  open: string;
  close: string;
}

/** The JSON of a page. */
export interface WrittenRows {
  body: LazyBody;
  /** For a page of one chunk, the same JSON with `null` for each row that the request log does not store. */
  excerpt?: string;
}

/**
 * Limits the chunks that all long pages read at the same time. Each read takes one of the pool's eight connections, so
 * that four stay free for short requests however many clients stream.
 */
const longPageReads = new Semaphore(4);

/**
 * Serialises rows as JSON: a page of one chunk as a text; a longer page as an iterable of texts, of which the first is
 * ready and each other is read on demand, so that memory is bounded by one chunk and a stalled client occupies no
 * connection. Rejects if the first chunk cannot be read; the iterable throws if a later one cannot. Empties the arrays of
 * rows.
 */
export async function writeRows<R extends z.ZodType>(
  row: R,
  chunks: AsyncIterable<Chunk<z.output<R>>>,
  frame: RowsFrame,
): Promise<WrittenRows> {
  const source = chunks[Symbol.asyncIterator]();
  const next = async () => assertDefined((await source.next()).value, "a page ends with its last chunk");
  const encodeRows = (rows: z.output<R>[]) => {
    const texts = rows.map((item) => toJson(row, item));
    // Emptied, because the driver's results reference each other and survive minor garbage collections: hundreds of MB.
    rows.length = 0;
    return texts;
  };

  const first = await next();
  const rows = encodeRows(first.rows);
  const head = frame.open + rows.join(",");
  if (!first.isLast) return { body: streamChunks(head) };
  const excerpt = rows.map((text, index) => (index < LOGGED_ELEMENTS ? text : "null"));
  return { body: head + frame.close, excerpt: frame.open + excerpt.join(",") + frame.close };

  async function* streamChunks(start: string) {
    try {
      yield start;
      for (let isLast = false; !isLast; ) {
        const chunk = await longPageReads.run(next);
        isLast = chunk.isLast;
        const text = (chunk.rows.length > 0 ? "," : "") + encodeRows(chunk.rows).join(",");
        yield isLast ? text + frame.close : text;
      }
    } finally {
      await source.return?.();
    }
  }
}
