import type { BankCredit } from "@/lib/bank";
import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { InFlightMap } from "@/lib/core/in-flight/in-flight-map";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { isProofPayment } from "@/lib/devices";
import {
  type ExceptionDetails,
  findSavedNotification,
  openCreditException,
  saveNotification,
} from "@/lib/exceptions";
import { hintRecorded } from "@/lib/expected-payments";
import { singleton } from "@/lib/process-singleton";
import { assignReversalOwner } from "@/lib/reversals";
import { inSpan } from "@/lib/tracing";
import { sendRecordedEvent, wakeSender } from "@/lib/webhooks";
import type { UpdateClassification } from "../status-transition";
import { applyStatusUpdate, findExistingPayment, requestConfirmation } from "../status-update";
import { recordBatched } from "./batch";
import { type Destination, findDestination } from "./destination";
import { findDeviceProof, saveDeviceProof } from "./device-proof";
import type { InsertOutcome } from "./insert-transactions";
import { type IncomingCredit, isRecordable, needsBankConfirmation } from "./recording-row";
import { lockIdentity, recordWithReview } from "./reviewed-recording";
import { inSharedTransaction } from "./shared-transaction";
import { isUnrelated, saveUnrelated } from "./unrelated";

/** The outcome of recording a credit. */
export type RecordingOutcome =
  | { outcome: "recorded"; transactionId: Id<"transaction"> }
  | { outcome: "existing" }
  | { outcome: "exception" }
  /** At an organisation's own connection, and of none of its accounts and devices here. */
  | { outcome: "unrelated" };

/** Attempts when a session's assignments or a payment's identity change concurrently; one or two are enough in practice. */
const ATTEMPTS = 10;

/** The credits that this process is recording now, by payment. */
const inFlight = singleton(
  "credits-in-flight",
  () => new InFlightMap<{ body: Buffer; outcome: Promise<RecordingOutcome> }>(),
);

/**
 * Records a credit exactly once. When the promise resolves, the credit is durable as a transaction, as an exception or as
 * unrelated, and the bank notification may be acknowledged. Identical notifications that arrive while the first is being recorded
 * wait for it and share its outcome, so that rapid repeats cost one write. Rejects with nothing written if the database
 * fails; the bank then sends the notification again. Throws `Failure("unavailable")` if the queue is full.
 */
export function recordCredit(incoming: IncomingCredit): Promise<RecordingOutcome> {
  return inSpan(
    () => ({ name: "record payment", kind: "internal" }),
    () => recordOnce(incoming),
    ({ outcome }) => ({ "takings.outcome": outcome }),
  );
}

async function recordOnce(incoming: IncomingCredit): Promise<RecordingOutcome> {
  const { credit, notification } = incoming;
  const payment = `${notification.mode} ${notification.bankConnectionId} ${credit.paymentKey}`;
  const first = inFlight.get(payment);
  if (first?.body.equals(notification.body)) {
    const { outcome } = await first.outcome;
    return { outcome: outcome === "recorded" ? "existing" : outcome };
  }
  const outcome = dispatchCredit(incoming);
  if (first) return outcome;
  inFlight.set(payment, { body: notification.body, outcome });
  try {
    return await outcome;
  } finally {
    inFlight.delete(payment);
  }
}

async function dispatchCredit(incoming: IncomingCredit): Promise<RecordingOutcome> {
  if (!isRecordable(incoming))
    return (
      (await handleUnrecorded(incoming, { ...NO_DESTINATION, outcome: "unsupported" })) ?? throwUnavailable()
    );
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const written = await recordBatched(incoming);
    if (written.outcome === "recorded") {
      sendEvent(incoming.notification, written);
      return { outcome: "recorded", transactionId: written.transactionId };
    }
    if (written.outcome === "retry") continue;
    const outcome = await handleUnrecorded(incoming, { ...written, outcome: written.outcome });
    if (outcome) return outcome;
  }
  return throwUnavailable();
}

/** Passes the event of a recorded payment to the sender. */
function sendEvent(
  { mode }: IncomingCredit["notification"],
  written: Awaited<ReturnType<typeof recordBatched>>,
): void {
  const { sessionId, organisationId, deliveryId: id, event, status } = written;
  if (!sessionId || !organisationId) return;
  hintRecorded(sessionId);
  sendRecordedEvent({ id, mode, sessionId, organisationId, isInterim: status === "pending" }, event);
}

function throwUnavailable(): never {
  throw new Failure("unavailable", {
    headers: { "retry-after": "1" },
    internal: "a payment's session or identity kept changing while it was recorded",
  });
}

interface Unrecorded extends Destination {
  outcome: Exclude<InsertOutcome, "recorded" | "retry" | "busy"> | "unsupported";
}

const NO_DESTINATION = { sessionId: null, organisationId: null };

/**
 * Handles a credit for which the batch inserted no transaction: a repeat, a later status of a recorded payment, a
 * payment whose identity needs review, or an exception. Returns `undefined` if the payment was recorded concurrently;
 * the caller then retries.
 */
async function handleUnrecorded(
  incoming: IncomingCredit,
  destination: Unrecorded,
): Promise<RecordingOutcome | undefined> {
  const { credit, notification } = incoming;
  // Most repeats are byte-identical and already applied, which one read shows.
  if (
    destination.outcome === "existing" &&
    (await findSavedNotification(systemDb(), notification, credit.paymentKey, destination.sessionId))
  )
    return { outcome: "existing" };
  const existing = await findExistingPayment(systemDb(), notification, credit.paymentKey);
  const update = existing && (await inSharedTransaction(existing, (db) => updateExisting(db, incoming)));
  if (update === "advance") wakeSender();
  if (update)
    return { outcome: update === "conflict" || update === "contradiction" ? "exception" : "existing" };
  const isAtTerminal = credit.channel === "pos" && destination.outcome !== "no_destination";
  const isProof =
    isAtTerminal && (await isProofPayment(systemDb(), { ...notification, paymentKey: credit.paymentKey }));
  if (destination.outcome === "existing" && !isProof && isRecordable(incoming)) {
    const transactionId = await systemTx((db) => recordWithReview(db, incoming));
    if (!transactionId) return undefined;
    wakeSender();
    return { outcome: "recorded", transactionId };
  }
  // A payment that proved its device counts in no total, even if the device has since been paired for that time.
  const excluded: Unrecorded = isProof ? { ...NO_DESTINATION, outcome: "no_destination" } : destination;
  return systemTx(async (db) => {
    if (!isProof && destination.outcome !== "closed" && (await isUnrelated(db, incoming))) {
      await saveUnrelated(db, incoming);
      return { outcome: "unrelated" };
    }
    return (await saveAsException(db, incoming, excluded)) ? { outcome: "exception" } : undefined;
  });
}

/** Applies a notification to its payment's transaction; `undefined` if its identity has been released since it was found. */
async function updateExisting(db: Db, incoming: IncomingCredit): Promise<UpdateClassification | undefined> {
  const existing = await findExistingPayment(db, incoming.notification, incoming.credit.paymentKey);
  if (!existing) return undefined;
  const applied = await applyStatusUpdate(db, effectiveUpdate(incoming), existing);
  if (needsBankConfirmation(incoming)) await requestConfirmation(db, incoming, existing);
  return applied;
}

/** Opens the exception of a payment that cannot be recorded. Returns false if it was recorded concurrently. */
async function saveAsException(db: Db, incoming: IncomingCredit, destination: Unrecorded): Promise<boolean> {
  const { credit, notification } = incoming;
  const transactionId = await lockIdentity(db, { ...notification, paymentKey: credit.paymentKey });
  if (transactionId) return false;
  const proof = destination.outcome === "no_destination" ? await findDeviceProof(db, incoming) : undefined;
  if (proof) {
    const notificationId = await saveNotification(db, notification, {
      correlationKey: proof.correlationKey,
      outcome: "exception",
    });
    await saveDeviceProof(db, { ...notification, notificationId }, proof);
    return true;
  }
  const details = await exceptionDetails(db, incoming, destination);
  const notificationId = await saveNotification(db, notification, { ...details, outcome: "exception" });
  await openCreditException(db, { ...notification, notificationId }, details);
  const { sessionId, organisationId } = details;
  if (sessionId && organisationId)
    await assignReversalOwner(
      db,
      { ...notification, paymentKey: credit.paymentKey },
      { sessionId, organisationId },
    );
  return true;
}

/** The status update that a notification makes to a recorded payment: pending if its amount needs the bank's confirmation. */
function effectiveUpdate(incoming: IncomingCredit): IncomingCredit {
  return needsBankConfirmation(incoming)
    ? { ...incoming, credit: { ...incoming.credit, status: "pending" } }
    : incoming;
}

const UNRECORDED = {
  closed: {
    reason: "session_closed",
    detail: "The payment came after the session was closed. Assign it to another open session, or refund it.",
  },
  noDestination: {
    reason: "unknown_destination",
    detail:
      "No session has the account or the device that the notification names. Pair the device or find the session, then assign it.",
  },
  channel: {
    reason: "unsupported_channel",
    detail: "Only bank transfers and POS payments are recorded; this notification has another channel.",
  },
  currency: {
    reason: "unsupported_currency",
    detail: "Only naira is recorded; this notification has another currency.",
  },
} as const;

async function exceptionDetails(
  db: Db,
  { credit, notification }: IncomingCredit,
  { outcome, sessionId, organisationId }: Unrecorded,
): Promise<ExceptionDetails & { credit: BankCredit }> {
  const common = { credit, correlationKey: credit.paymentKey };
  if (outcome === "closed") return { ...common, ...UNRECORDED.closed, sessionId, organisationId };
  if (outcome !== "unsupported") return { ...common, ...UNRECORDED.noDestination };
  const found = await findDestination(db, { credit, notification });
  return { ...common, ...found, ...(credit.currency === "NGN" ? UNRECORDED.channel : UNRECORDED.currency) };
}
