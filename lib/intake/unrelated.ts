import { isOrganisationsConnection } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { log } from "@/lib/log";
import { reprocess } from "./notifications";

/** What of a connection has become the service's: an account attached to a session, or a device. */
interface Destination {
  bankConnectionId: Id<"bankConnection">;
  account?: string;
  device?: string;
}

/**
 * Processes the stored payments again that named this account or device when it was not yet the service's, oldest first.
 * To be called after the SQL transaction that attached the account or paired the device; that transaction must hold
 * `lockDevices`, so that no payment is stored as unrelated after it. Payments from before the pairing stay unrelated.
 * Returns how many were recorded. Never throws: a payment that fails is logged and stays stored.
 */
export async function processUnrelatedPayments(destination: Destination): Promise<{ recorded: number }> {
  let recorded = 0;
  if (!isOrganisationsConnection(destination.bankConnectionId)) return { recorded };
  for (const id of await findUnrelated(destination)) {
    try {
      const outcome = await reprocess(id);
      if (outcome === "recorded") recorded++;
    } catch (thrown) {
      log.error({ notification: id, reason: String(thrown) }, "an unrelated payment was not processed again");
    }
  }
  return { recorded };
}

async function findUnrelated({ bankConnectionId, account, device }: Destination) {
  const rows = await systemDb().sql<{ id: Id<"notification"> }[]>`
    select n.id from unrelated_payments u join bank_notifications n on n.id = u.notification_id
    where u.bank_connection_id = ${bankConnectionId} and n.outcome = 'unrelated'
      and (u.account = ${account ?? null} or u.devices @> array[${device ?? null}]::text[])
    order by n.received_at, n.id`;
  return rows.map(({ id }) => id);
}
