import { describeError } from "@/lib/core/errors/describe-error";
import { systemTx } from "@/lib/db/client";
import { log } from "@/lib/log";
import { wakeSender } from "@/lib/webhooks";
import { BatchQueue } from "../recording/batch-queue";
import { finalizeTransaction } from "../status-update";
import type { UnconfirmedPayment } from "./claim";

interface Waiting {
  payment: UnconfirmedPayment;
  done: () => void;
}

/**
 * Makes confirmed payments successful. Payments that are confirmed while a SQL transaction is being committed share the next
 * one, so that the locks and the commit of one payment do not delay the calls to the bank.
 */
export class FinalizeQueue {
  private readonly queue = new BatchQueue<Waiting>(finalizeBatch);

  get length(): number {
    return this.queue.length;
  }

  /** Resolves once the payment is final, or a failure is logged; then its confirmation is repeated after the lease. */
  add(payment: UnconfirmedPayment): Promise<void> {
    return new Promise((done) => this.queue.add({ payment, done }));
  }
}

/** Never rejects. If the batch fails, its payments are tried one by one. */
async function finalizeBatch(batch: Waiting[]): Promise<void> {
  // Session rows are locked in the order of their ids, as everywhere.
  const payments = batch
    .map(({ payment }) => payment)
    .sort((a, b) => (a.sessionId < b.sessionId ? -1 : Number(a.sessionId > b.sessionId)));
  try {
    await finalize(payments);
  } catch {
    for (const payment of payments) await finalize([payment]).catch((thrown) => warn(payment, thrown));
  } finally {
    for (const { done } of batch) done();
  }
}

/** The statements of all payments are sent without waiting for each other; the connection executes them in this order. */
async function finalize(payments: readonly UnconfirmedPayment[]): Promise<void> {
  const finalized = await systemTx((db) =>
    Promise.all(payments.map((payment) => finalizeTransaction(db, payment, "successful"))),
  );
  if (finalized.includes(true)) wakeSender();
}

const warn = ({ transactionId }: UnconfirmedPayment, thrown: unknown) =>
  log.warn({ transaction: transactionId, internal: describeError(thrown) }, "storing a confirmation failed");
