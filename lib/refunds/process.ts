import {
  type BankRefund,
  findLiveConnection,
  type LiveConnection,
  pausedUntil,
  type RefundRequest,
  runPaced,
} from "@/lib/bank";
import { describeError } from "@/lib/core/errors/describe-error";
import { isFailure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { asOrganisation } from "@/lib/db/client";
import { log } from "@/lib/log";
import { claimDueRefunds, type DueRefund, listDueConnections, markSent, readOtherReferences } from "./claim";
import { finishRefund, postponeRefund, postponeSending } from "./outcome";
import { findObstacle, requirePayment } from "./refundability";

/**
 * A refund that its bank does not have is sent again only this long after it was sent last: longer than a request can be
 * in flight.
 */
const RESEND_AFTER_MS = 60_000;

/**
 * Looks up every due refund at its bank, and sends the approved ones that the bank does not have, once. A refund whose outcome
 * is unknown is sent again only after its bank has said that it has none. A bank that does not answer is asked again with backoff,
 * without limit. Returns how many refunds were processed.
 */
export async function processDueRefunds(): Promise<number> {
  const counts = await Promise.all((await listDueConnections()).map(processConnection));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** `processDueRefunds` for one connection. */
export async function processConnection({ id }: { id: Id<"bankConnection"> }): Promise<number> {
  const refunds = await claimDueRefunds(id);
  await Promise.all(
    refunds.map((refund) =>
      processRefund(refund).catch(async (thrown: unknown) => {
        log.warn(
          { refund: refund.id, internal: describeError(thrown) },
          "calling the bank about a refund failed",
        );
        await postponeRefund(refund);
      }),
    ),
  );
  return refunds.length;
}

async function processRefund(refund: DueRefund): Promise<void> {
  const connection = await findLiveConnection(refund.bankConnectionId);
  if (!connection) throw new Error(`${refund.bankConnectionId} is not configured`);
  const pause = pausedUntil(connection.id);
  if (refund.previous === "approved" && pause > 0) return postponeSending(refund, new Date(pause));
  // An approved refund too: after a restore, or the loss of the last commits, the bank can have it already.
  const found = await find(refund, connection);
  if (found) return apply(refund, found);
  if (refund.previous === "in_progress") return postponeRefund(refund);
  const mayBeInFlight = Date.now() - refund.sentAt.getTime() < RESEND_AFTER_MS;
  if (refund.previous === "sending" && mayBeInFlight) return postponeRefund(refund);
  if (await markSent(refund)) await send(refund, connection);
}

async function toRequest(refund: DueRefund): Promise<RefundRequest> {
  const { id: reference, paymentKey, amount, reason, requestedAt } = refund;
  return {
    reference,
    paymentKey,
    amount,
    reason,
    requestedAt,
    otherReferences: await readOtherReferences(refund),
  };
}

async function find(refund: DueRefund, connection: LiveConnection): Promise<BankRefund | undefined> {
  const request = await toRequest(refund);
  return runPaced(connection, async () => {
    const { provider, context } = connection;
    if (!provider.findRefund) throw new Error(`${provider.name} cannot find refunds`);
    return provider.findRefund(request, context);
  });
}

/** Sends a refund, unless a dispute was opened or the payment was returned since its approval. */
async function send(refund: DueRefund, connection: LiveConnection): Promise<void> {
  const { provider, context } = connection;
  const { organisationId, mode } = refund;
  const payment = await asOrganisation(organisationId, (db) =>
    requirePayment(db, { organisationId, mode }, refund),
  );
  const obstacle = findObstacle(payment, refund.amount);
  if (obstacle)
    return finishRefund(refund, { status: "failed", bankReference: "", detail: `Not sent. ${obstacle}` });
  const { refund: makeRefund } = provider;
  if (!makeRefund) throw new Error(`${provider.name} makes no refunds`);
  const request = await toRequest(refund);
  try {
    await apply(refund, await runPaced(connection, () => makeRefund(request, context)));
  } catch (thrown) {
    if (!isFailure(thrown) || thrown.code !== "bank_refused") throw thrown;
    // The bank also refuses a repeat of a refund that it has made.
    const found = await find(refund, connection);
    await apply(
      refund,
      found ?? { status: "failed", bankReference: "", detail: thrown.detail ?? "The bank refused." },
    );
  }
}

const apply = (refund: DueRefund, found: BankRefund): Promise<void> =>
  found.status === "in_progress" ? postponeRefund(refund, found) : finishRefund(refund, found);
