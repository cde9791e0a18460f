/** Guarantee: a worker process that ends during a collection of metrics ends no other process. */
import cluster from "node:cluster";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { collectForWorkers } from "./workers";

const folder = await mkdtemp(join(tmpdir(), "takings-workers-"));
afterAll(async () => {
  cluster.removeAllListeners("message");
  await rm(folder, { recursive: true });
});

test("an answer to a worker that has ended is no error in the process that started it", async () => {
  const script = join(folder, "worker.mjs");
  await writeFile(script, `process.send({ takingsMetrics: "collect", id: "1" }, () => process.exit());`);
  cluster.setupPrimary({ exec: script });
  collectForWorkers();
  const worker = cluster.fork();
  const failed = vi.fn();
  worker.on("error", failed);
  const send = vi.spyOn(worker, "send");
  await once(worker, "exit");
  const answered = expect.objectContaining({ takingsMetrics: "collected", id: "1" });
  await expect.poll(() => send.mock.calls.map(([message]) => message)).toContainEqual(answered);
  await nextTurn();
  expect(failed).not.toHaveBeenCalled();
});
