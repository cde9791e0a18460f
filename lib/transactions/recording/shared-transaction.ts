import { AsyncResource } from "node:async_hooks";
import { isFailure } from "@/lib/core/errors/errors";
import { type Db, systemTx } from "@/lib/db/client";
import { singleton } from "@/lib/process-singleton";
import type { ExistingPayment } from "../status-update";
import { LaneQueue } from "./batch-queue";

interface Waiting {
  transactionId: ExistingPayment["transactionId"];
  work: (db: Db) => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (thrown: unknown) => void;
}

const lanes = singleton("shared-transactions", () => new LaneQueue<Waiting>(runBatch));

/**
 * Runs work about a recorded payment in a SQL transaction, which work about other payments of the session shares: what arrives
 * while one is being committed runs in the next. Their statements are sent without waiting for each other, so that the session's
 * state row is locked for one sequence of round trips and one commit, not for those of each payment. If a shared SQL transaction
 * fails, each work runs again in one of its own. Rejects like `systemTx`, whose time limit does not include the wait for the SQL
 * transactions before: while the session is locked, that of the one before.
 */
export function inSharedTransaction<T>(
  { sessionId, transactionId }: Pick<ExistingPayment, "sessionId" | "transactionId">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return new Promise<unknown>((resolve, reject) =>
    // The work keeps the trace of its caller, even if another one starts the batch.
    lanes.add(sessionId, { transactionId, work: AsyncResource.bind(work), resolve, reject }),
  ) as Promise<T>;
}

async function runBatch(batch: Waiting[]): Promise<void> {
  try {
    const results = await systemTx((db) => runAll(db, batch));
    for (const [position, { resolve }] of batch.entries()) resolve(results[position]);
  } catch (thrown) {
    if (batch.length > 1 && !isUnavailable(thrown)) for (const waiting of batch) await runBatch([waiting]);
    else for (const { reject } of batch) reject(thrown);
  }
}

/** Runs work concurrently, but work about one payment in order: it depends on what the earlier one has written. */
async function runAll(db: Db, batch: Waiting[]): Promise<unknown[]> {
  const last = new Map<string, Promise<unknown>>();
  const results = batch.map(({ transactionId, work }) => {
    const result = (last.get(transactionId) ?? Promise.resolve()).then(() => work(db));
    last.set(transactionId, result);
    return result;
  });
  // All work has ended before the SQL transaction does: no statement of it may follow the rollback.
  await Promise.allSettled(results);
  return Promise.all(results);
}

const isUnavailable = (thrown: unknown) => isFailure(thrown) && thrown.code === "unavailable";
