import { describeError } from "@/lib/core/errors/describe-error";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { alertChecks } from "@/lib/db/schema";
import { defaultMode } from "@/lib/env";
import { log } from "@/lib/log";
import { createPollLoop } from "@/lib/poll-loop";
import { deleteOldCauses, endAllCauses, syncCauses } from "./causes/sync";
import { claimDue, type DueDelivery } from "./sending/claim";
import { insertDeliveries, listRecipients, summaryHoursOf } from "./sending/recipients";
import { sendDeliveries } from "./sending/send";

/** How often a process checks whether an organisation is due; a check that finds none costs one index probe. */
const POLL_MS = 2_000;
/**
 * The minimum and maximum time between two checks of an organisation: an alert is sent within half a minute of its cause,
 * also by a slow machine. The time is random, so that one process does not make every check: it may be unable to send mail.
 */
const MIN_CHECK_SECONDS = 6;
const MAX_CHECK_SECONDS = 9;
const FAILURE = "looking for alerts failed";

type Check = RowOf<typeof alertChecks, "organisationId">;

/** Claims the organisation that has been due longest and schedules its next check; undefined if none is due. */
async function takeNext(): Promise<Check | undefined> {
  const [check] = await systemDb().sql<Check[]>`
    update alert_checks set due_at = clock_timestamp() + make_interval(
      secs => ${MIN_CHECK_SECONDS}::int + random() * ${MAX_CHECK_SECONDS - MIN_CHECK_SECONDS}::int)
    where organisation_id = (
      select organisation_id from alert_checks where due_at <= clock_timestamp()
      order by due_at limit 1 for update skip locked)
    returning organisation_id`;
  return check;
}

/** Checks one organisation in one SQL transaction, unless another process is checking it. Returns the claimed deliveries. */
function checkOrganisation({ organisationId }: Check): Promise<DueDelivery[]> {
  return systemTx(async (db) => {
    const locked = await db.sql`
      select from alert_checks where organisation_id = ${organisationId} for update skip locked`;
    return locked.length === 0 ? [] : findDue(db, { organisationId, mode: defaultMode() });
  });
}

async function findDue(db: Db, scope: Scope): Promise<DueDelivery[]> {
  const now = new Date();
  const recipients = await listRecipients(db, scope);
  if (recipients.members.length === 0 && !recipients.webhookSince) {
    await endAllCauses(db, scope);
    await db.sql`delete from alert_checks where organisation_id = ${scope.organisationId}`;
    return [];
  }
  const causes = await syncCauses(db, scope, { summaryHours: summaryHoursOf(recipients), now });
  await insertDeliveries(db, scope, causes, recipients);
  await deleteOldCauses(db, scope);
  return claimDue(db, scope, now);
}

/**
 * Checks every organisation that is due. Returns the promises of the started sending. A failed check does not stop the
 * others.
 */
async function checkAll(): Promise<Promise<void>[]> {
  const sending: Promise<void>[] = [];
  for (let check = await takeNext(); check; check = await takeNext()) {
    try {
      sending.push(sendDeliveries(await checkOrganisation(check)));
    } catch (thrown) {
      log.warn({ organisation: check.organisationId, internal: describeError(thrown) }, FAILURE);
    }
  }
  return sending;
}

/**
 * Finds what there is to report in every organisation that is due, and sends what must be sent. Several processes may run it: each
 * organisation is checked by one at a time, and each delivery is claimed by one.
 */
export async function runAlerts(): Promise<void> {
  await Promise.all(await checkAll());
}

/** Like `runAlerts`, without waiting for receivers: a slow one delays no other organisation. */
async function startSending(): Promise<void> {
  for (const sending of await checkAll())
    sending.catch((thrown) => log.warn({ internal: describeError(thrown) }, "storing what was sent failed"));
}

/** Adds an organisation to the alert loop. Conditions that exist at its first check are reported to no recipient. */
export async function watchOrganisation(db: Db, organisationId: Id<"organisation">): Promise<void> {
  const begun = await db.sql`
    insert into alert_checks (organisation_id) values (${organisationId}) on conflict do nothing returning organisation_id`;
  if (begun.length === 0) return;
  await syncCauses(db, { organisationId, mode: defaultMode() }, { summaryHours: [], now: new Date() });
}

const loop = createPollLoop("alerts", POLL_MS, startSending, FAILURE);

/** Starts the loop that finds and sends alerts. */
export function startAlerts(): void {
  loop.start();
}

/** Stops the loop; what is being sent is sent again after its lease unless its outcome is stored. */
export function stopAlerts(): void {
  loop.stop();
}
