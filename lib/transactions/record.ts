import type { BankCredit } from "@/lib/bank";
import { Failure } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { isProofPayment } from "@/lib/devices";
import {
  type ExceptionDetails,
  findSavedNotification,
  openCreditException,
  saveNotification,
} from "@/lib/exceptions";
import { singleton } from "@/lib/process-singleton";
import { ownReversals } from "@/lib/reversals";
import { sendAtOnce, wakeSender } from "@/lib/webhooks";
import { recordBatched } from "./batch";
import { findDeviceProof, keepDeviceProof } from "./proof";
import { creditedConnection, type Incoming, isRecordable, needsBankConfirmation } from "./recording-row";
import { holdIdentity, recordReviewed } from "./review";
import type { Outcome } from "./statement";
import { applyStatusUpdate, findExistingPayment } from "./status-update";

/** What became of a credit. */
export type RecordingOutcome =
  | { fate: "recorded"; transactionId: Id<"transaction"> }
  | { fate: "known" }
  | { fate: "exception" };

/** Concurrent changes of a session's assignments or of a payment's identity end long before this many tries. */
const ATTEMPTS = 10;

/** The credits that this process is taking now, by payment. */
const inFlight = singleton(
  "credits-under-way",
  () => new Map<string, { body: Buffer; fate: Promise<RecordingOutcome> }>(),
);

/**
 * Records a credit exactly once; when this resolves it is durable, as a transaction or as an exception, and may be
 * acknowledged. Copies of a notice that come while it is being taken wait for it and share its end, so that a bank
 * that repeats itself in haste costs what it costs once. Rejects, with nothing done, where the database cannot; the
 * bank then tells it again. `Failure("unavailable")` where more is waiting than can be recorded soon.
 */
export async function recordCredit(incoming: Incoming): Promise<RecordingOutcome> {
  const { credit, notice } = incoming;
  const payment = `${notice.mode} ${notice.bankConnectionId} ${credit.paymentKey}`;
  const first = inFlight.get(payment);
  if (first?.body.equals(notice.body)) {
    const { fate } = await first.fate;
    return { fate: fate === "recorded" ? "known" : fate };
  }
  const fate = takeCredit(incoming);
  if (first) return fate;
  inFlight.set(payment, { body: notice.body, fate });
  try {
    return await fate;
  } finally {
    inFlight.delete(payment);
  }
}

async function takeCredit(incoming: Incoming): Promise<RecordingOutcome> {
  if (!isRecordable(incoming))
    return (await handleUnrecorded(incoming, { ...NOWHERE, outcome: "unsupported" })) ?? unsettled();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const written = await recordBatched(incoming);
    if (written.outcome === "recorded") {
      if (written.event) sendAtOnce(written.event);
      if (written.isEventDue) wakeSender();
      return { fate: "recorded", transactionId: written.transactionId };
    }
    if (written.outcome === "stale") continue;
    const fate = await handleUnrecorded(incoming, { ...written, outcome: written.outcome });
    if (fate) return fate;
  }
  return unsettled();
}

function unsettled(): never {
  throw new Failure("unavailable", {
    headers: { "retry-after": "1" },
    internal: "a payment's session or identity kept changing while it was recorded",
  });
}

interface Place {
  outcome: Exclude<Outcome, "recorded" | "stale" | "busy"> | "unsupported";
  sessionId: Id<"session"> | null;
  organisationId: Id<"organisation"> | null;
}

const NOWHERE = { sessionId: null, organisationId: null };

/**
 * Takes a credit that the batch recorded no transaction for: a repeat, a later status of a recorded payment, a payment
 * whose identity needs review, or an exception. `undefined` where the payment was recorded meanwhile: try again.
 */
async function handleUnrecorded(incoming: Incoming, place: Place): Promise<RecordingOutcome | undefined> {
  const { credit, notice } = incoming;
  // Most repeats are the same bytes: they have had their effect, and one read shows it.
  if (
    place.outcome === "known" &&
    (await findSavedNotification(systemDb(), notice, credit.paymentKey, place.sessionId))
  )
    return { fate: "known" };
  const word = await systemTx(async (db) => {
    const known = await findExistingPayment(db, notice, credit.paymentKey);
    return known && applyStatusUpdate(db, effectiveUpdate(incoming), known);
  });
  if (word === "advance") wakeSender();
  if (word) return { fate: word === "conflict" || word === "contradiction" ? "exception" : "known" };
  const isAtTerminal = credit.channel === "pos" && place.outcome !== "unplaced";
  const isProof =
    isAtTerminal && (await isProofPayment(systemDb(), { ...notice, paymentKey: credit.paymentKey }));
  if (place.outcome === "known" && !isProof && isRecordable(incoming)) {
    const transactionId = await systemTx((db) => recordReviewed(db, incoming));
    if (!transactionId) return undefined;
    wakeSender();
    return { fate: "recorded", transactionId };
  }
  // A payment that proved its device stays out of every total, also where the device is paired for its time since.
  const kept: Place = isProof ? { ...NOWHERE, outcome: "unplaced" } : place;
  return (await systemTx((db) => keepAsException(db, incoming, kept))) ? { fate: "exception" } : undefined;
}

/** Opens the exception of a payment that cannot be recorded; false where it was recorded meanwhile. */
async function keepAsException(db: Db, incoming: Incoming, place: Place): Promise<boolean> {
  const { credit, notice } = incoming;
  const transactionId = await holdIdentity(db, { ...notice, paymentKey: credit.paymentKey });
  if (transactionId) return false;
  const proof = place.outcome === "unplaced" ? await findDeviceProof(db, incoming) : undefined;
  if (proof) {
    const noticeId = await saveNotification(db, notice, { subject: proof.subject, outcome: "exception" });
    await keepDeviceProof(db, { ...notice, noticeId }, proof);
    return true;
  }
  const details = await exceptionDetails(db, incoming, place);
  const noticeId = await saveNotification(db, notice, { ...details, outcome: "exception" });
  await openCreditException(db, { ...notice, noticeId }, details);
  const { sessionId, organisationId } = details;
  if (sessionId && organisationId)
    await ownReversals(db, { ...notice, paymentKey: credit.paymentKey }, { sessionId, organisationId });
  return true;
}

/** What a notice says of a payment that is recorded already. */
function effectiveUpdate(incoming: Incoming): Incoming {
  return needsBankConfirmation(incoming)
    ? { ...incoming, credit: { ...incoming.credit, status: "pending" } }
    : incoming;
}

const UNRECORDED = {
  closed: {
    reason: "session_closed",
    detail: "The payment came after the session was closed. Assign it to another open session, or return it.",
  },
  unplaced: {
    reason: "unknown_destination",
    detail:
      "No session has the account or the device that the notice names. Pair the device or find the session, then assign it.",
  },
  channel: {
    reason: "unsupported_channel",
    detail: "Only bank transfers and POS payments are recorded; this notice is of another channel.",
  },
  currency: {
    reason: "unsupported_currency",
    detail: "Only naira is recorded; this notice is of another currency.",
  },
} as const;

async function exceptionDetails(
  db: Db,
  { credit, notice }: Incoming,
  { outcome, sessionId, organisationId }: Place,
): Promise<ExceptionDetails & { credit: BankCredit }> {
  const about = { credit, subject: credit.paymentKey };
  if (outcome === "closed") return { ...about, ...UNRECORDED.closed, sessionId, organisationId };
  if (outcome !== "unsupported") return { ...about, ...UNRECORDED.unplaced };
  const owner = await findAccountOwner(db, creditedConnection(notice), credit.account);
  return { ...about, ...owner, ...(credit.currency === "NGN" ? UNRECORDED.channel : UNRECORDED.currency) };
}

async function findAccountOwner(
  { sql }: Db,
  connection: Id<"bankConnection">,
  account: string,
): Promise<Partial<Omit<Place, "outcome">>> {
  const [owner] = await sql<Omit<Place, "outcome">[]>`
    select session_id as "sessionId", organisation_id as "organisationId" from sessions
    where account_connection_id = ${connection} and account_number = ${account}
    order by account_generation desc limit 1`;
  return owner ?? {};
}
