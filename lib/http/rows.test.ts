import { expect, test } from "vitest";
import { z } from "zod";
import { Amount } from "@/lib/core/money";
import type { Chunk } from "@/lib/core/page";
import { writeRows } from "./rows";
import { Semaphore } from "./semaphore";

const Row = z.object({ amount: Amount });
const FRAME = { open: '{"data":[', close: "]}" };
const chunk = (kobo: bigint, isLast = false): Chunk<{ amount: bigint }> => ({
  rows: [{ amount: kobo }],
  isLast,
});

/** Chunks that count how many of them were read, and whether the reading was ended. */
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

const write = (source: AsyncIterable<Chunk<{ amount: bigint }>>) => writeRows(Row, source, FRAME);

function piecesOf(written: Awaited<ReturnType<typeof write>>): AsyncIterator<string> {
  if (typeof written === "string") throw new Error("it came as a text");
  return written[Symbol.asyncIterator]();
}

test("a page of one chunk comes as a text, an empty one too", async () => {
  expect(await write(counting([chunk(5n, true)]).source)).toBe('{"data":[{"amount":"0.05"}]}');
  expect(await write(counting([{ rows: [], isLast: true }]).source)).toBe('{"data":[]}');
});

test("a longer page is whole, also where its last chunk turns out to be empty", async () => {
  const { source } = counting([chunk(5n), chunk(6n), { rows: [], isLast: true }]);
  const pieces: string[] = [];
  const written = piecesOf(await write(source));
  for (let piece = await written.next(); !piece.done; piece = await written.next()) pieces.push(piece.value);
  expect(JSON.parse(pieces.join(""))).toEqual({
    data: [{ amount: "0.05" }, { amount: "0.06" }],
  });
});

test("the first piece is there before the second chunk is read, and each other chunk waits to be asked for", async () => {
  const { seen, source } = counting([chunk(1n), chunk(2n), chunk(3n, true)]);
  const pieces = piecesOf(await write(source));
  expect(seen.read).toBe(1);
  await pieces.next();
  expect(seen.read).toBe(1);
  await pieces.next();
  expect(seen.read).toBe(2);
});

test("a first chunk that cannot be read rejects the whole, a later one its piece alone", async () => {
  const gone = new Error("the database went away");
  await expect(write(counting([gone]).source)).rejects.toBe(gone);
  const pieces = piecesOf(await write(counting([chunk(1n), gone]).source));
  expect((await pieces.next()).done).toBe(false);
  await expect(pieces.next()).rejects.toBe(gone);
});

test("a reader that leaves ends the reading", async () => {
  const { seen, source } = counting([chunk(1n), chunk(2n), chunk(3n, true)]);
  const pieces = piecesOf(await write(source));
  await pieces.next();
  await pieces.next();
  await pieces.return?.();
  expect(seen).toEqual({ read: 2, isEnded: true });
});

test("of long pages that are read at once, four have a chunk under way", async () => {
  let [underWay, most] = [0, 0];
  async function* source() {
    yield chunk(1n);
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay--;
    yield chunk(2n, true);
  }
  const pages = await Promise.all(Array.from({ length: 10 }, async () => piecesOf(await write(source()))));
  for (const page of pages) await page.next();
  await Promise.all(pages.map((page) => page.next()));
  expect(most).toBe(4);
});

test("however many long pages are read, only so many chunks are read at a time, and all get their turn", async () => {
  const gate = new Semaphore(2);
  let [underWay, most, done] = [0, 0, 0];
  const work = async () => {
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay--;
    if (++done % 3 === 0) throw new Error("this one fails");
  };
  const ends = await Promise.allSettled(Array.from({ length: 9 }, () => gate.pass(work)));
  expect([most, done]).toEqual([2, 9]);
  expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(3);
});
