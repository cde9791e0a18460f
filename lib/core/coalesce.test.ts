import { expect, test } from "vitest";
import { RequestCoalescer } from "./coalesce";
import { notFound } from "./errors";

/** Work that counts its turns; each ends when it is let. */
function counted() {
  const turns: { answer: () => void; fail: (thrown: unknown) => void }[] = [];
  const work = () =>
    new Promise<number>((resolve, reject) => {
      const turn = turns.length + 1;
      turns.push({ answer: () => resolve(turn), fail: reject });
    });
  return { turns, work };
}

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

test("those who ask at once share one turn", async () => {
  const together = new RequestCoalescer<number>(setImmediate);
  const { turns, work } = counted();
  const answers = [together.run("a", work), together.run("a", work)];
  await soon();
  answers.push(together.run("a", work));
  expect(turns).toHaveLength(1);
  turns[0]?.answer();
  expect(await Promise.all(answers.slice(0, 2))).toEqual([1, 1]);
});

test("whoever asks while a turn is under way is told what was begun after the question, never before", async () => {
  const together = new RequestCoalescer<number>(setImmediate);
  const { turns, work } = counted();
  const first = together.run("a", work);
  await soon();
  const late = [together.run("a", work), together.run("a", work)];
  turns[0]?.answer();
  expect(await first).toBe(1);
  await soon();
  const latest = together.run("a", work);
  turns[1]?.answer();
  expect(await Promise.all(late)).toEqual([2, 2]);
  await soon();
  turns[2]?.answer();
  expect(await latest).toBe(3);
});

test("nothing is kept: a question after an answer is asked anew", async () => {
  const together = new RequestCoalescer<number>(setImmediate);
  let turn = 0;
  const ask = () => together.run("a", async () => ++turn);
  expect([await ask(), await ask()]).toEqual([1, 2]);
});

test("different questions do not wait for each other", async () => {
  const together = new RequestCoalescer<string>(setImmediate);
  const stuck = together.run("a", () => new Promise(() => undefined));
  expect(await Promise.race([stuck, together.run("b", async () => "b")])).toBe("b");
});

test("a fault is told to everybody who waits, and the next to come asks anew", async () => {
  const together = new RequestCoalescer<number>(setImmediate);
  const { turns, work } = counted();
  const early = together.run("a", work);
  await soon();
  const ends = Promise.allSettled([early, together.run("a", work), together.run("a", work)]);
  turns[0]?.fail(new Error("gone"));
  expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(turns).toHaveLength(1);
  expect(await together.run("a", async () => 7)).toBe(7);
});

test("a refusal is the answer of its own turn alone", async () => {
  const together = new RequestCoalescer<number>(setImmediate);
  const { turns, work } = counted();
  const first = together.run("a", work);
  await soon();
  const second = together.run("a", work);
  turns[0]?.fail(notFound("session"));
  await expect(first).rejects.toMatchObject({ code: "not_found" });
  turns[1]?.answer();
  expect(await second).toBe(2);
});
