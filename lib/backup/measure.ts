import { createHash } from "node:crypto";

/** Size and checksum of one file. */
export interface Measure {
  rows: number;
  bytes: number;
  sha256: string;
}

const NEWLINE = 0x0a;

/**
 * Measures a stream: bytes, rows and SHA-256. In PostgreSQL's text format a row ends in a line feed, and a line feed
 * within a value is written as `\n`, so counting line feeds counts rows.
 */
export function startMeasure() {
  const hash = createHash("sha256");
  let rows = 0;
  let bytes = 0;
  return {
    async *through(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows++;
        yield chunk;
      }
    },
    /** Returns the measure of all data so far; call once. */
    end: (): Measure => ({ rows, bytes, sha256: hash.digest("hex") }),
  };
}

/** Whether two measures are of identical content. */
export const isSameMeasure = (one: Measure, other: Measure) =>
  one.rows === other.rows && one.bytes === other.bytes && one.sha256 === other.sha256;
