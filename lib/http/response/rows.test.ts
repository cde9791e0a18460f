import { expect, test } from "vitest";
import { z } from "zod";
import { Amount } from "@/lib/core/money";
import type { Chunk } from "@/lib/core/pagination";
import { Semaphore } from "../request/semaphore";
import { writeRows } from "./rows";

const Row = z.object({ amount: Amount });
const FRAME = { open: '{"data":[', close: "]}" };
const chunk = (kobo: bigint, isLast = false): Chunk<{ amount: bigint }> => ({
  rows: [{ amount: kobo }],
  isLast,
});

/** Chunks that count how many were read, and whether the iteration was ended. */
function counting(chunks: (Chunk<{ amount: bigint }> | Error)[]) {
  const seen = { read: 0, isEnded: false };
  async function* source() {
    try {
      for (const next of chunks) {
        seen.read++;
        if (next instanceof Error) throw next;
        yield next;
      }
    } finally {
      seen.isEnded = true;
    }
  }
  return { seen, source: source() };
}

const write = async (source: AsyncIterable<Chunk<{ amount: bigint }>>) =>
  (await writeRows(Row, source, FRAME)).body;

function piecesOf(written: Awaited<ReturnType<typeof write>>): AsyncIterator<string> {
  if (typeof written === "string") throw new Error("the page is a text");
  return written[Symbol.asyncIterator]();
}

test("a page of one chunk, or of none, is returned as text", async () => {
  expect(await write(counting([chunk(5n, true)]).source)).toBe('{"data":[{"amount":"0.05"}]}');
  expect(await write(counting([{ rows: [], isLast: true }]).source)).toBe('{"data":[]}');
});

test("the excerpt of a text has the first five rows, and null for each other", async () => {
  const rows = [1n, 2n, 3n, 4n, 5n, 6n, 7n].map((amount) => ({ amount }));
  const { excerpt } = await writeRows(Row, counting([{ rows, isLast: true }]).source, FRAME);
  const shown = ["0.01", "0.02", "0.03", "0.04", "0.05"].map((amount) => ({ amount }));
  expect(JSON.parse(excerpt ?? "")).toEqual({ data: [...shown, null, null] });
  expect((await writeRows(Row, counting([chunk(5n, true)]).source, FRAME)).excerpt).toBe(
    '{"data":[{"amount":"0.05"}]}',
  );
});

test("a longer page is complete, even if its last chunk is empty", async () => {
  const { source } = counting([chunk(5n), chunk(6n), { rows: [], isLast: true }]);
  const pieces: string[] = [];
  const written = piecesOf(await write(source));
  for (let piece = await written.next(); !piece.done; piece = await written.next()) pieces.push(piece.value);
  expect(JSON.parse(pieces.join(""))).toEqual({
    data: [{ amount: "0.05" }, { amount: "0.06" }],
  });
});

test("the first text is ready before the second chunk is read, and each other chunk is read on demand", async () => {
  const { seen, source } = counting([chunk(1n), chunk(2n), chunk(3n, true)]);
  const pieces = piecesOf(await write(source));
  expect(seen.read).toBe(1);
  await pieces.next();
  expect(seen.read).toBe(1);
  await pieces.next();
  expect(seen.read).toBe(2);
});

test("a failure of the first chunk rejects the call, a later one rejects its own text", async () => {
  const gone = new Error("the database went away");
  await expect(write(counting([gone]).source)).rejects.toBe(gone);
  const pieces = piecesOf(await write(counting([chunk(1n), gone]).source));
  expect((await pieces.next()).done).toBe(false);
  await expect(pieces.next()).rejects.toBe(gone);
});

test("a client that disconnects ends the iteration", async () => {
  const { seen, source } = counting([chunk(1n), chunk(2n), chunk(3n, true)]);
  const pieces = piecesOf(await write(source));
  await pieces.next();
  await pieces.next();
  await pieces.return?.();
  expect(seen).toEqual({ read: 2, isEnded: true });
});

test("of concurrent long pages, four read a chunk at a time", async () => {
  let [inFlight, most] = [0, 0];
  async function* source() {
    yield chunk(1n);
    most = Math.max(most, ++inFlight);
    await new Promise((resolve) => setImmediate(resolve));
    inFlight--;
    yield chunk(2n, true);
  }
  const pages = await Promise.all(Array.from({ length: 10 }, async () => piecesOf(await write(source()))));
  for (const page of pages) await page.next();
  await Promise.all(pages.map((page) => page.next()));
  expect(most).toBe(4);
});

test("the number of concurrent chunk reads is limited, and every page is served", async () => {
  const gate = new Semaphore(2);
  let [inFlight, most, done] = [0, 0, 0];
  const work = async () => {
    most = Math.max(most, ++inFlight);
    await new Promise((resolve) => setImmediate(resolve));
    inFlight--;
    if (++done % 3 === 0) throw new Error("this one fails");
  };
  const ends = await Promise.allSettled(Array.from({ length: 9 }, () => gate.run(work)));
  expect([most, done]).toEqual([2, 9]);
  expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(3);
});
