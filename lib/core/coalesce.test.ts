import { expect, test } from "vitest";
import { RequestCoalescer } from "./coalesce";
import { notFound } from "./errors/errors";

/** Creates work that counts its runs; each run ends by its `answer` or `fail`. */
function createCountedWork() {
  const runs: { answer: () => void; fail: (thrown: unknown) => void }[] = [];
  const work = () =>
    new Promise<number>((resolve, reject) => {
      const run = runs.length + 1;
      runs.push({ answer: () => resolve(run), fail: reject });
    });
  return { runs, work };
}

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

test("concurrent calls share one run", async () => {
  const coalescer = new RequestCoalescer<number>(setImmediate);
  const { runs, work } = createCountedWork();
  const answers = [coalescer.run("a", work), coalescer.run("a", work)];
  await soon();
  answers.push(coalescer.run("a", work));
  expect(runs).toHaveLength(1);
  runs[0]?.answer();
  expect(await Promise.all(answers.slice(0, 2))).toEqual([1, 1]);
});

test("calls during a run get the result of a run that begins after them", async () => {
  const coalescer = new RequestCoalescer<number>(setImmediate);
  const { runs, work } = createCountedWork();
  const first = coalescer.run("a", work);
  await soon();
  const late = [coalescer.run("a", work), coalescer.run("a", work)];
  runs[0]?.answer();
  expect(await first).toBe(1);
  await soon();
  const latest = coalescer.run("a", work);
  runs[1]?.answer();
  expect(await Promise.all(late)).toEqual([2, 2]);
  await soon();
  runs[2]?.answer();
  expect(await latest).toBe(3);
});

test("nothing is cached: a call after a result starts a new run", async () => {
  const coalescer = new RequestCoalescer<number>(setImmediate);
  let count = 0;
  const call = () => coalescer.run("a", async () => ++count);
  expect([await call(), await call()]).toEqual([1, 2]);
});

test("calls with different keys do not wait for each other", async () => {
  const coalescer = new RequestCoalescer<string>(setImmediate);
  const stuck = coalescer.run("a", () => new Promise(() => undefined));
  expect(await Promise.race([stuck, coalescer.run("b", async () => "b")])).toBe("b");
});

test("an internal error fails all waiting calls, and the next call starts a new run", async () => {
  const coalescer = new RequestCoalescer<number>(setImmediate);
  const { runs, work } = createCountedWork();
  const early = coalescer.run("a", work);
  await soon();
  const ends = Promise.allSettled([early, coalescer.run("a", work), coalescer.run("a", work)]);
  runs[0]?.fail(new Error("gone"));
  expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(runs).toHaveLength(1);
  expect(await coalescer.run("a", async () => 7)).toBe(7);
});

test("an expected failure fails only its own run", async () => {
  const coalescer = new RequestCoalescer<number>(setImmediate);
  const { runs, work } = createCountedWork();
  const first = coalescer.run("a", work);
  await soon();
  const second = coalescer.run("a", work);
  runs[0]?.fail(notFound("session"));
  await expect(first).rejects.toMatchObject({ code: "not_found" });
  runs[1]?.answer();
  expect(await second).toBe(2);
});
