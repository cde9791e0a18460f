import type { Id } from "@/lib/core/ids";
import { type Db, longRunningSnapshot } from "@/lib/db/client";
import { env } from "@/lib/env";
import { isPastRetention } from "@/lib/notification-retention";
import { attemptsKeptFrom } from "@/lib/webhooks";
import { type Check, type Difference, inScope, type Run } from "./difference";
import { expectedPayments } from "./expected-payments";
import { copyDistributedTables } from "./local-copies";
import { eventBodies } from "./messages/event-bodies";
import { exceptions } from "./messages/exceptions";
import { notifications } from "./messages/notifications";
import { otherNotifications } from "./messages/other-notifications";
import { unknownAdapters } from "./read";
import { deliveryStates } from "./state/deliveries";
import { deviceClaims } from "./state/device-claims";
import { identities } from "./state/identities";
import { owners } from "./state/owners";
import { references } from "./state/references";
import { refunds } from "./state/refunds";
import { searchIndex } from "./state/search-index";
import { sequences } from "./state/sequences";
import { sessions } from "./state/sessions";
import { settledDays } from "./state/settled-days";
import { settlementRows } from "./state/settlements";
import { totals } from "./state/totals";

export type { Difference } from "./difference";

const CHECKS: readonly Check[] = [
  totals,
  sequences,
  owners,
  identities,
  references,
  unknownAdapters,
  notifications,
  otherNotifications,
  settledDays,
  settlementRows,
  exceptions,
  deviceClaims,
  refunds,
  deliveryStates,
  eventBodies,
  sessions,
  searchIndex,
  expectedPayments,
];

/** Maximum listed differences; further ones are only counted. */
const MAX_LISTED = 10_000;

export interface Verification {
  /** The number of compared sessions. */
  sessions: number;
  /** The first 10,000 differences. */
  differences: Difference[];
  /** The number of differences that are not listed; absent if all are. */
  omitted?: number;
  /** The number of notifications whose payers are erased, which were compared without them; absent if there are none. */
  erased?: number;
  /** The number of events whose attempts are past retention, which were compared without them; absent if there are none. */
  pastRetention?: number;
  /** The number of notifications whose bodies are past retention: their payments were compared without; absent if there are none. */
  notificationsPastRetention?: number;
}

/**
 * Recomputes every stored figure and compares each transaction with its identity, its stored notification, its
 * settlement line and its events (`docs/reliability.md` lists what is compared and what is not). Covers one session or
 * all; rows without a session are compared only in a run over all. Uses one snapshot, so payments can be recorded
 * concurrently. Reads in pages, so that memory does not grow with the tables.
 */
export function verifyTotals(request: { sessionId?: Id<"session"> | undefined }): Promise<Verification> {
  return longRunningSnapshot((db) => verifyIn(db, request));
}

/** `verifyTotals` in the caller's SQL transaction. */
export async function verifyIn(
  db: Db,
  { sessionId }: { sessionId?: Id<"session"> | undefined },
): Promise<Verification> {
  const differences: Difference[] = [];
  let omitted = 0;
  const report: Run["report"] = (found) => {
    const listed = found.slice(0, MAX_LISTED - differences.length);
    differences.push(...listed);
    omitted += found.length - listed.length;
  };
  const run: Run = { db, sessionId, report };
  if (env().isDatabaseDistributed) await copyDistributedTables(run);
  const [counted] = await db.sql<Omit<Required<Verification>, "differences" | "omitted">[]>`
    select (select count(*)::int from session_states c where ${inScope(run)}) as sessions,
      (select count(*)::int from bank_notifications c where ${inScope(run)} and erased_digest is not null
        and not ${isPastRetention(db, db.sql`c`)}) as erased,
      (select count(*)::int from webhook_deliveries c where ${inScope(run)} and c.attempt_count > 0
        and c.id < ${attemptsKeptFrom(db)}) as past_retention,
      (select count(*)::int from bank_notifications c where ${inScope(run)}
        and ${isPastRetention(db, db.sql`c`)}) as notifications_past_retention`;
  for (const check of CHECKS) await check(run);
  const {
    sessions: count = 0,
    erased = 0,
    pastRetention = 0,
    notificationsPastRetention = 0,
  } = counted ?? {};
  return {
    sessions: count,
    differences,
    ...(omitted > 0 && { omitted }),
    ...(erased > 0 && { erased }),
    ...(pastRetention > 0 && { pastRetention }),
    ...(notificationsPastRetention > 0 && { notificationsPastRetention }),
  };
}
