import type { BankCredit } from "@/lib/bank";
import type { Db } from "@/lib/db/client";
import { proveDevice } from "@/lib/devices";
import {
  type ExceptionDetails,
  type ExceptionSource,
  openException,
  resolveObsoleteExceptions,
} from "@/lib/exceptions";
import { type IncomingCredit, isAmountUnproven, plausiblePaidAt } from "./recording-row";

/**
 * Finds the device claim that a payment on an unpaired device proves, and assigns the device to the claiming
 * organisation. Returns the exception under which the payment stays visible, or `undefined` for any other payment. The
 * caller must hold the lock on the payment's identity.
 */
export async function findDeviceProof(
  db: Db,
  incoming: IncomingCredit,
): Promise<(ExceptionDetails & { credit: BankCredit }) | undefined> {
  const { credit, notification } = incoming;
  const isPaid = credit.channel === "pos" && credit.status === "successful" && !isAmountUnproven(incoming);
  if (!isPaid || credit.devices.length === 0) return undefined;
  const { mode, bankConnectionId, receivedAt } = notification;
  const { paymentKey, amount, devices } = credit;
  const paidAt = plausiblePaidAt(credit, receivedAt) ?? receivedAt;
  const proof = await proveDevice(db, {
    ...{ mode, bankConnectionId, paymentKey, amount, devices },
    ...{ paidAt, receivedAt },
  });
  return (
    proof && {
      reason: "device_claim",
      correlationKey: paymentKey,
      organisationId: proof.organisationId,
      credit,
      detail: `This payment proved that the device ${proof.serial} belongs to the organisation. It counts in no total.`,
    }
  );
}

/**
 * Opens the exception of a device proof and resolves it at once. Resolves an earlier `unknown_destination`
 * exception of the same payment, for example from its pending notification, as superseded.
 */
export async function saveDeviceProof(
  db: Db,
  source: ExceptionSource,
  proof: ExceptionDetails & { credit: BankCredit },
): Promise<void> {
  const { correlationKey, credit } = proof;
  const common = { source, correlationKey, credit };
  await resolveObsoleteExceptions(db, {
    ...common,
    reasons: ["unknown_destination"],
    resolution: "superseded",
  });
  await openException(db, source, proof);
  await resolveObsoleteExceptions(db, { ...common, reasons: ["device_claim"], resolution: "proved" });
}
