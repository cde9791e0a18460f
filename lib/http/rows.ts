import { z } from "zod";

/** How rows are framed: everything before the first and after the last of them. */
export interface Frame {
  open: string;
  close: string;
}

/**
 * Writes rows as JSON. A page of one chunk comes back as text; a longer one as a stream that reads its next chunk
 * only when the client takes more, so that memory is one chunk and a stalled reader holds no connection.
 * Rejects where the first chunk cannot be read; a failure after the first byte errors the stream, which cuts the
 * connection: a cut answer is never taken for a whole one.
 */
export async function writeRows<R extends z.ZodType>(
  row: R,
  chunks: AsyncIterable<z.output<R>[]>,
  frame: Frame,
): Promise<string | ReadableStream<Uint8Array>> {
  const source = chunks[Symbol.asyncIterator]();
  const encodeChunk = (chunk: z.output<R>[]) =>
    chunk.map((item) => JSON.stringify(z.encode(row, item))).join(",");
  const first = await source.next();
  if (first.done) return frame.open + frame.close;
  const head = frame.open + encodeChunk(first.value);
  let next = await source.next();
  if (next.done) return head + frame.close;

  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    async pull(controller) {
      if (next.done) {
        controller.enqueue(encoder.encode(frame.close));
        return controller.close();
      }
      controller.enqueue(encoder.encode(`,${encodeChunk(next.value)}`));
      next = await source.next();
    },
    cancel: async () => void (await source.return?.()),
  });
}
