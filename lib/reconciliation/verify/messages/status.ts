import { getProvider, isListedVersion } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import { isAmountUnproven } from "@/lib/transactions";
import type { Difference, Run } from "../difference";
import { readMessage, type Stored } from "../read";
import type { Compared } from "./notifications";

/**
 * Compares the status of each transaction with its notification. A transaction recorded as pending becomes final only by
 * a later notification or by the bank's confirmation, for which it has a row until then. Only transactions recorded as
 * pending have a pending event.
 */
export async function reportStatuses(run: Run, compared: readonly Compared[]): Promise<void> {
  for (const one of compared) {
    const { row, credit } = one;
    const isPending = isRecordedUnconfirmed(one) || credit.status === "pending";
    if (row.isConfirmationWanted && !isConfirmationPossible(one))
      run.report([difference(one, "wanted confirmation", "true", "false")]);
    if (row.hasEvents && row.hasPendingEvent !== isPending)
      run.report([difference(one, "pending event", String(row.hasPendingEvent), String(isPending))]);
    if (isPending) run.report(await differencesInPending(run, one));
    else if (row.status !== credit.status) run.report([difference(one, "status", row.status, credit.status)]);
  }
}

const isRecordedUnconfirmed = ({ row, credit }: Compared) =>
  row.isConfirmationWanted || isAmountUnproven({ credit, notification: row });

/** Whether `BANK_CONFIRMATION`, whose value at that time is not stored, can have made this payment wait for its bank. */
function isConfirmationPossible({ row, credit }: Compared): boolean {
  if (row.mode !== "live" || credit.status !== "successful" || credit.needsConfirmation) return false;
  return !isListedVersion(row.adapterVersion) && getProvider(row.provider).confirm !== undefined;
}

function difference({ row }: Compared, what: string, kept: string, derived: string): Difference {
  return { sessionId: row.sessionId, what: `${what} of ${row.id}`, kept, derived };
}

/** The differences of a transaction that was recorded as pending. */
async function differencesInPending(run: Run, one: Compared): Promise<Difference[]> {
  const { row } = one;
  const isUnproved = isRecordedUnconfirmed(one);
  if (row.status === "pending" && !isUnproved) return [];
  if (row.status === "pending")
    return row.isAsked ? [] : [difference(one, "status", "pending, not being confirmed", "being confirmed")];
  if ((isUnproved && row.status === "successful") || row.isRetired) return [];
  const isReported = await isReportedLater(run, one);
  return isReported ? [] : [difference(one, "status", row.status, "pending")];
}

/** Whether another notification of the payment reports its final status. */
async function isReportedLater({ db }: Run, { row }: Compared): Promise<boolean> {
  for (let last = ""; ; ) {
    const [next] = await db.sql<(Stored & { id: Id<"notification"> })[]>`
      select id, provider, adapter_version, body from bank_notifications
      where mode = ${row.mode} and bank_connection_id = ${row.bankConnectionId} and correlation_key = ${row.paymentKey}
        and outcome in ('status', 'exception') and id > ${last} order by id limit 1`;
    if (!next) return false;
    const message = readMessage(next);
    if (!message) return true;
    if (message.kind === "credit" && message.status === row.status && message.amount === row.amount)
      return true;
    last = next.id;
  }
}
