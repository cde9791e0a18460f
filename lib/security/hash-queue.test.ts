import { describe, expect, it } from "vitest";
import { type HashPriority, HashQueue } from "./hash-queue";

/** Work that ends when `end` is called. */
function createPendingWork() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

const refused = { code: "too_many_requests", headers: { "retry-after": "2" } };

/** An attempt that runs its work at once. */
const attempt = (queue: HashQueue, line: HashPriority, work: () => Promise<void>) =>
  queue.admit(line, () => queue.run(line, work));

describe("the queue for password hashing", () => {
  it("runs a limited number at a time and rejects at once when the line is full", async () => {
    const queue = new HashQueue(2, 3);
    let running = 0;
    let mostRunning = 0;
    const holds = Array.from({ length: 48 }, createPendingWork);
    const results = holds.map(({ work }) =>
      attempt(queue, "unknown", async () => {
        mostRunning = Math.max(mostRunning, ++running);
        await work();
        running--;
      }),
    );
    const settled = Promise.allSettled(results);
    await expect(results.at(-1)).rejects.toMatchObject(refused);
    for (const { end } of holds) end();
    const outcomes = await settled;
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(mostRunning).toBe(2);
  });

  it("counts an attempt from its admission, before its work runs", async () => {
    const queue = new HashQueue(1, 1);
    const holds = [createPendingWork(), createPendingWork()];
    const admitted = holds.map(({ work }) => queue.admit("unknown", work));
    await expect(queue.admit("unknown", async () => undefined)).rejects.toMatchObject(refused);
    for (const { end } of holds) end();
    await Promise.all(admitted);
    await expect(queue.admit("unknown", async () => "admitted")).resolves.toBe("admitted");
  });

  it("has a separate line for known callers and serves it first", async () => {
    const queue = new HashQueue(1, 1);
    const order: string[] = [];
    const first = createPendingWork();
    const all = [
      attempt(queue, "unknown", first.work),
      attempt(queue, "unknown", async () => void order.push("unknown")),
      attempt(queue, "known", async () => void order.push("known")),
    ];
    await expect(attempt(queue, "unknown", async () => undefined)).rejects.toMatchObject(refused);
    first.end();
    await Promise.all(all);
    expect(order).toEqual(["known", "unknown"]);
  });

  it("continues after failed work", async () => {
    const queue = new HashQueue(1, 0);
    await expect(attempt(queue, "known", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(attempt(queue, "known", async () => undefined)).resolves.toBeUndefined();
  });
});
