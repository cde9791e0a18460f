import { createHash } from "node:crypto";

/** What identifies the content of one file. */
export interface Measure {
  rows: number;
  bytes: number;
  sha256: string;
}

const NEWLINE = 0x0a;

/**
 * Measures what passes through: bytes, rows and SHA-256. A row of PostgreSQL's text format ends in a line feed, and
 * one within a value is written as `\n`, so that line feeds count rows.
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
    /** The measure of all that has passed; once. */
    end: (): Measure => ({ rows, bytes, sha256: hash.digest("hex") }),
  };
}

/** Whether two measures are of the same content. */
export const isSameMeasure = (one: Measure, other: Measure) =>
  one.rows === other.rows && one.bytes === other.bytes && one.sha256 === other.sha256;
