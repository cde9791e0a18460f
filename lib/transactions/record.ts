import { Failure } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { findKept, keepException } from "@/lib/exceptions";
import { once } from "@/lib/process";
import { nudge, sendAtOnce } from "@/lib/webhooks";
import { type Incoming, isRecordable, issuerOf, isUnproven } from "./arrival";
import { recordTogether } from "./batch";
import { applyLaterWord, findKnown } from "./later";
import type { Outcome } from "./statement";

/** What became of a credit. */
export type Fate =
  | { fate: "recorded"; transactionId: Id<"transaction"> }
  | { fate: "known" }
  | { fate: "exception" };

/** A roster that changes this often during one recording does not exist. */
const ATTEMPTS = 10;

/** The credits that this process is taking now, by payment. */
const underWay = once("credits-under-way", () => new Map<string, { body: Buffer; fate: Promise<Fate> }>());

/**
 * Records a credit exactly once; when this resolves it is durable, as a transaction or as an exception, and may be
 * acknowledged. Copies of a notice that come while it is being taken wait for it and share its end, so that a bank
 * that repeats itself in haste costs what it costs once. Rejects, with nothing done, where the database cannot; the
 * bank then tells it again. `Failure("unavailable")` where more is waiting than can be recorded soon.
 */
export async function recordCredit(incoming: Incoming): Promise<Fate> {
  const { credit, notice, sessionId = "" } = incoming;
  const payment = `${notice.mode} ${notice.provider} ${credit.paymentKey} ${sessionId}`;
  const first = underWay.get(payment);
  if (first?.body.equals(notice.body)) {
    const { fate } = await first.fate;
    return { fate: fate === "recorded" ? "known" : fate };
  }
  const fate = takeCredit(incoming);
  if (first) return fate;
  underWay.set(payment, { body: notice.body, fate });
  try {
    return await fate;
  } finally {
    underWay.delete(payment);
  }
}

async function takeCredit(incoming: Incoming): Promise<Fate> {
  if (!isRecordable(incoming))
    return takeOtherwise(incoming, { outcome: "unsupported", sessionId: null, organisationId: null });
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const written = await recordTogether(incoming);
    if (written.outcome === "recorded") {
      if (written.event) sendAtOnce(written.event);
      if (written.isEventDue) nudge();
      return { fate: "recorded", transactionId: written.transactionId };
    }
    if (written.outcome !== "stale") return takeOtherwise(incoming, { ...written, outcome: written.outcome });
  }
  throw new Failure("unavailable", {
    headers: { "retry-after": "1" },
    internal: "the roster never stood still",
  });
}

interface Place {
  outcome: Exclude<Outcome, "recorded" | "stale"> | "unsupported";
  sessionId: Id<"session"> | null;
  organisationId: Id<"organisation"> | null;
}

/** Takes a credit that records no new transaction: a repeat, a later word on a known payment, or an exception. */
async function takeOtherwise(incoming: Incoming, place: Place): Promise<Fate> {
  const { credit, notice } = incoming;
  // Most repeats are the same bytes: they have had their effect, and one read tells.
  if (place.outcome === "known" && (await findKept(systemDb(), notice, credit.paymentKey, place.sessionId)))
    return { fate: "known" };
  const word = await systemTx(async (db) => {
    const known = await findKnown(db, notice, credit.paymentKey);
    if (known) return applyLaterWord(db, laterWordOf(incoming), known);
    await keepException(db, notice, await happeningOf(db, incoming, place));
    return undefined;
  });
  if (word === "advance") nudge();
  return {
    fate: word === undefined || word === "conflict" || word === "contradiction" ? "exception" : "known",
  };
}

/** What a notice says of a payment that is recorded already. */
function laterWordOf(incoming: Incoming): Incoming {
  return isUnproven(incoming) ? { ...incoming, credit: { ...incoming.credit, status: "pending" } } : incoming;
}

async function happeningOf(db: Db, { credit, notice }: Incoming, place: Place) {
  const told = { credit, subject: credit.paymentKey };
  const owner = { sessionId: place.sessionId, organisationId: place.organisationId };
  if (place.outcome === "closed") {
    return {
      ...told,
      ...owner,
      reason: "session_closed" as const,
      detail:
        "The payment came after the session was closed. Assign it to another open session, or return it.",
    };
  }
  if (place.outcome === "unsupported") {
    const found = await findAccountOwner(db, issuerOf(notice.mode, notice.provider), credit.account);
    return credit.currency === "NGN"
      ? {
          ...told,
          ...found,
          reason: "unsupported_channel" as const,
          detail: "Only bank transfers and POS payments are recorded; this notice is of another channel.",
        }
      : {
          ...told,
          ...found,
          reason: "unsupported_currency" as const,
          detail: "Only naira is recorded; this notice is of another currency.",
        };
  }
  return {
    ...told,
    reason: "unknown_destination" as const,
    detail:
      "No session has the account or the device that the notice names. Pair the device or find the session, then assign it.",
  };
}

async function findAccountOwner(
  { sql }: Db,
  issuer: string,
  account: string,
): Promise<Partial<Omit<Place, "outcome">>> {
  const [owner] = await sql<Omit<Place, "outcome">[]>`
    select session_id as "sessionId", organisation_id as "organisationId" from sessions
    where account_issuer = ${issuer} and account_number = ${account}`;
  return owner ?? {};
}
