import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { MetricObjectWithValues, MetricValue } from "prom-client";
import { z } from "zod";
import { singleton } from "@/lib/process-singleton";

/** The metrics of one process, with the way in which each is summed up over processes. */
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[];

/** How long the metrics of the other workers are waited for. */
const COLLECT_TIMEOUT_MS = 2_000;

/**
 * The messages of a collection: a worker asks the process that started it, which asks every worker and returns what they
 * have answered. Other libraries send messages too.
 */
const Message = z.object({
  takingsMetrics: z.enum(["collect", "measure", "measured", "collected"]),
  id: z.string(),
  metrics: z.array(z.custom<ProcessMetrics>()).default([]),
});
type Message = z.input<typeof Message>;

const waiting = singleton(
  "metrics-collections",
  () => new Map<string, (metrics: ProcessMetrics[]) => void>(),
);
let collections = 0;

/**
 * Callback of a message that was not sent, because the other process has ended: its sender waits only until its time limit.
 * Without a callback, Node would emit an `error` that ends the sending process too.
 */
const ignoreUnsent = () => undefined;

/** Answers the workers' questions for the metrics of all; call it in the process that starts them. */
export function collectForWorkers(): void {
  cluster.on("message", (asking: Worker, sent: unknown) => {
    const { data: message } = Message.safeParse(sent);
    if (message?.takingsMetrics === "measured") waiting.get(message.id)?.(message.metrics);
    if (message?.takingsMetrics !== "collect") return;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const answers = workers.map((worker) => measure(worker, `${message.id} of ${worker.id}`));
    void Promise.all(answers).then((all) =>
      asking.send(
        { takingsMetrics: "collected", id: message.id, metrics: all.flat() } satisfies Message,
        ignoreUnsent,
      ),
    );
  });
}

async function measure(worker: Worker, id: string): Promise<ProcessMetrics[]> {
  return exchange(id, () => worker.send({ takingsMetrics: "measure", id } satisfies Message, ignoreUnsent));
}

/** Sends a message and returns the metrics of its answer; none if there is none in time. */
async function exchange(id: string, send: () => void): Promise<ProcessMetrics[]> {
  const answer = new Promise<ProcessMetrics[]>((resolve) => waiting.set(id, resolve));
  send();
  const none = sleep(COLLECT_TIMEOUT_MS, [], { ref: false });
  return Promise.race([answer, none]).finally(() => waiting.delete(id));
}

/** Lets this worker's metrics be collected. `read` returns them. */
export function answerCollections(read: () => Promise<ProcessMetrics>): void {
  process.on("message", (sent: unknown) => {
    const { data: message } = Message.safeParse(sent);
    if (message?.takingsMetrics === "collected") waiting.get(message.id)?.(message.metrics);
    if (message?.takingsMetrics !== "measure") return;
    void read().then((metrics) =>
      process.send?.(
        { takingsMetrics: "measured", id: message.id, metrics: [metrics] } satisfies Message,
        undefined,
        undefined,
        ignoreUnsent,
      ),
    );
  });
}

/** Returns the metrics of all workers of this service, this one's included; none if they do not answer. */
export function collectFromWorkers(): Promise<ProcessMetrics[]> {
  const id = `${process.pid} ${++collections}`;
  return exchange(id, () =>
    process.send?.({ takingsMetrics: "collect", id } satisfies Message, undefined, undefined, ignoreUnsent),
  );
}
