import { describe, expect, it } from "vitest";
import { HashQueue } from "./hash-queue";

/** Work that ends when it is told to. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

const refused = { code: "too_many_requests", headers: { "retry-after": "2" } };

describe("the queue for password hashing", () => {
  it("runs a bounded number at a time and refuses at once what the line has no room for", async () => {
    const queue = new HashQueue(2, 3);
    let running = 0;
    let mostRunning = 0;
    const holds = Array.from({ length: 48 }, held);
    const results = holds.map(({ work }) =>
      queue.run("unknown", async () => {
        mostRunning = Math.max(mostRunning, ++running);
        await work();
        running--;
      }),
    );
    const settled = Promise.allSettled(results);
    for (const { end } of holds) end();
    const outcomes = await settled;
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(outcomes.at(-1)).toMatchObject({ status: "rejected", reason: refused });
    expect(mostRunning).toBe(2);
  });

  it("keeps a line of their own for those who are known, and serves it first", async () => {
    const queue = new HashQueue(1, 1);
    const order: string[] = [];
    const first = held();
    const all = [
      queue.run("unknown", first.work),
      queue.run("unknown", async () => void order.push("unknown")),
      queue.run("known", async () => void order.push("known")),
    ];
    expect(() => queue.requireRoom("unknown")).toThrow(expect.objectContaining(refused));
    expect(() => queue.requireRoom("known")).toThrow(expect.objectContaining(refused));
    first.end();
    await Promise.all(all);
    expect(order).toEqual(["known", "unknown"]);
    queue.requireRoom("unknown");
  });

  it("goes on after work that failed", async () => {
    const queue = new HashQueue(1, 1);
    await expect(queue.run("known", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(queue.run("known", async () => "done")).resolves.toBe("done");
  });
});
