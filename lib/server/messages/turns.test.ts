import { expect, test } from "vitest";
import { createTurns } from "./turns";

test("other work of the event loop runs between two turns, which come in the order of the calls", async () => {
  const nextTurn = createTurns();
  const order: string[] = [];
  const takeTurn = async (name: string) => {
    await nextTurn();
    order.push(name);
    setImmediate(() => order.push(`after ${name}`));
  };
  await Promise.all([takeTurn("one"), takeTurn("two"), takeTurn("three")]);
  expect(order).toEqual(["one", "after one", "two", "after two", "three"]);
});
