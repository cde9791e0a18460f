import { recordAudit } from "@/lib/audit";
import { type BankCredit, SANDBOX_CONNECTION } from "@/lib/bank";
import { type Id, newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import { endOfMoment } from "@/lib/core/time";
import type { Db } from "@/lib/db/client";
import { lockDevices } from "@/lib/db/device-lock";
import type { RowOf } from "@/lib/db/rows";
import type { deviceClaims } from "@/lib/db/schema";
import { providerOfConnection } from "./connection";
import { insertDevice } from "./ownership";

/** A successful payment on an unpaired device, whose amount the bank's signature covers. */
export interface ProvingPayment extends Pick<BankCredit, "paymentKey" | "amount" | "devices"> {
  mode: Mode;
  bankConnectionId: Id<"bankConnection">;
  paidAt: Date;
  receivedAt: Date;
}

/** The device that a payment has proved, and the organisation that owns it. */
export interface DeviceProof {
  organisationId: Id<"organisation">;
  serial: string;
}

type Candidate = DeviceProof & RowOf<typeof deviceClaims, "id" | "amount" | "memberId" | "requestedBy">;

/** Whether a payment has proved a device. Such a payment is never recorded as a transaction. */
export async function isProofPayment(
  { sql }: Db,
  { mode, bankConnectionId, paymentKey }: Pick<ProvingPayment, "mode" | "bankConnectionId" | "paymentKey">,
): Promise<boolean> {
  const [proof] = await sql`
    select from device_claims
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = ${paymentKey}`;
  return proof !== undefined;
}

/**
 * Proves the claim that matches a payment and makes the claim's organisation the owner of the device. Returns the same
 * proof for a repeat of the payment; `undefined` if no claim matches. A claim matches if the payment was made within its
 * 15 minutes, even if it is reported later, unless the claim was cancelled or the device has since got an owner. The
 * caller has locked the payment's identity and stores the payment in the same SQL transaction.
 */
export async function proveDevice(db: Db, payment: ProvingPayment): Promise<DeviceProof | undefined> {
  const repeated = await findProof(db, payment);
  if (repeated) return repeated;
  if (!(await findClaim(db, payment))) return undefined;
  await lockDevices(db);
  const claim = await findClaim(db, payment);
  if (!claim || (await isOwnedElsewhere(db, payment, claim))) return undefined;
  const { organisationId, serial, memberId, requestedBy } = claim;
  const { mode, bankConnectionId, paymentKey } = payment;
  const now = new Date();
  const id = newId("device");
  await db.sql`
    update device_claims set state = 'proved', ended_at = ${now}, payment_key = ${paymentKey}, device_id = ${id}
    where id = ${claim.id}`;
  const device = { id, mode, bankConnectionId, serial };
  await insertDevice(db, device, { organisationId, method: "proof", claimedBy: requestedBy, claimedAt: now });
  const provider = (await providerOfConnection(db, bankConnectionId)) ?? "any bank";
  await recordAudit(
    db,
    { organisationId, actor: { memberId, email: requestedBy } },
    { action: "claimed_device", subject: id, details: { serial, provider, method: "proof" } },
  );
  return { organisationId, serial };
}

/** Finds the proof that this payment gave earlier. */
async function findProof({ sql }: Db, payment: ProvingPayment): Promise<DeviceProof | undefined> {
  const [proof] = await sql<DeviceProof[]>`
    select organisation_id, serial from device_claims
    where mode = ${payment.mode} and bank_connection_id = ${payment.bankConnectionId}
      and payment_key = ${payment.paymentKey} and amount = ${payment.amount} and serial = any(${payment.devices})`;
  return proof;
}

/** Finds the claim that was open when the payment was made; successive claims of one device do not overlap. */
async function findClaim({ sql }: Db, payment: ProvingPayment): Promise<Candidate | undefined> {
  const { mode, bankConnectionId, amount, devices, paidAt, receivedAt } = payment;
  const [claim] = await sql<Candidate[]>`
    select id, organisation_id, serial, amount, member_id,
      requested_by
    from device_claims
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and serial = any(${devices}) and amount = ${amount}
      and state in ('open', 'expired') and created_at <= ${receivedAt}
      and created_at < ${endOfMoment(paidAt)} and expires_at > ${paidAt}
    order by created_at desc limit 1`;
  return claim;
}

/**
 * Whether the device got an owner since the claim, or another organisation ever owned or paired any of its identifiers. A
 * notification can name a device by several identifiers, so another organisation's device could otherwise be claimed by
 * its second identifier.
 */
async function isOwnedElsewhere(
  { sql }: Db,
  { mode, bankConnectionId, devices }: ProvingPayment,
  { organisationId, serial }: Candidate,
): Promise<boolean> {
  const atConnection = sql`bank_connection_id in (${bankConnectionId}, ${SANDBOX_CONNECTION})`;
  const [found] = await sql<{ isOwnedElsewhere: boolean }[]>`
    select exists (
        select from devices
        where mode = ${mode} and serial = any(${devices}) and ${atConnection}
          and (organisation_id <> ${organisationId} or serial = ${serial}))
      or exists (
        select from device_pairings
        where mode = ${mode} and device = any(${devices}) and ${atConnection}
          and organisation_id <> ${organisationId}) as is_owned_elsewhere`;
  return found?.isOwnedElsewhere ?? true;
}
