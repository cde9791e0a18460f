import { isOrganisationsConnection } from "@/lib/bank";
import type { Db } from "@/lib/db/client";
import { lockDevicesShared } from "@/lib/db/device-lock";
import { saveNotification } from "@/lib/exceptions";
import { type IncomingCredit, plausiblePaidAt } from "./recording-row";

/**
 * Whether a payment without a destination may belong to the organisation's other business: it was reported to the
 * organisation's own connection and names no account or device of the service there. An account of a removed connection of
 * the organisation to the same bank counts too, because the connection can have been added again; a payment that was reported
 * to the removed one was processed there. Until the SQL transaction ends, no device is paired and no account attached.
 */
export async function isUnrelated(db: Db, { credit, notification }: IncomingCredit): Promise<boolean> {
  const { bankConnectionId, mode, receivedAt } = notification;
  if (mode !== "live" || !isOrganisationsConnection(bankConnectionId)) return false;
  const { account, accountReference, devices, paymentKey } = credit;
  const paidAt = plausiblePaidAt(credit, receivedAt) ?? receivedAt;
  await lockDevicesShared(db);
  const [found] = await db.sql<{ isOurs: boolean }[]>`
    with removed as (
      select r.id from bank_connections c join bank_connections r using (organisation_id, provider)
      where c.id = ${bankConnectionId} and r.removed_at is not null
    )
    select exists (
        select from sessions
        where account_connection_id = ${bankConnectionId} and (account_number = ${account} or session_id = ${accountReference}))
      or exists (
        select from removed r join sessions s on s.account_connection_id = r.id
        where (s.account_number = ${account} or s.session_id = ${accountReference})
          and not exists (
            select from bank_notifications
            where mode = ${mode} and bank_connection_id = r.id and correlation_key = ${paymentKey} and outcome <> 'unrelated'))
      or exists (
        select from devices
        where bank_connection_id = ${bankConnectionId} and mode = ${mode} and serial = any(${devices})
          and claimed_at <= ${paidAt} and coalesce(released_at, 'infinity') > ${paidAt})
      or exists (
        select from device_pairings
        where bank_connection_id = ${bankConnectionId} and mode = ${mode} and device = any(${devices})
          and paired_from <= ${paidAt} and coalesce(paired_to, 'infinity') > ${paidAt})
      or exists (
        select from device_claims
        where bank_connection_id = ${bankConnectionId} and mode = ${mode} and serial = any(${devices})
          and created_at <= ${receivedAt} and expires_at > ${paidAt} and state <> 'cancelled') as is_ours`;
  return found?.isOurs === false;
}

/** Stores a payment as unrelated, with the account and the devices by which it is found again. */
export async function saveUnrelated(db: Db, { credit, notification }: IncomingCredit): Promise<void> {
  const notificationId = await saveNotification(db, notification, {
    correlationKey: credit.paymentKey,
    outcome: "unrelated",
  });
  await db.sql`
    insert into unrelated_payments (notification_id, organisation_id, bank_connection_id, account, devices)
    select id, organisation_id, bank_connection_id, ${credit.account}, ${credit.devices}::text[]
    from bank_notifications where id = ${notificationId}
    on conflict (notification_id) do nothing`;
}
