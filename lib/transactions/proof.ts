import type { BankCredit } from "@/lib/bank";
import type { Db } from "@/lib/db/client";
import { proveDevice } from "@/lib/devices";
import {
  type ExceptionDetails,
  type ExceptionSource,
  openException,
  resolveAnswered,
} from "@/lib/exceptions";
import { believedPaidAt, type Incoming, needsBankConfirmation } from "./recording-row";

/**
 * Finds the device claim that a payment on an unpaired device proves, and gives the device to its organisation. Returns
 * the exception as which the payment stays visible; `undefined` for any other payment. The caller has locked the payment's
 * identity.
 */
export async function findDeviceProof(
  db: Db,
  incoming: Incoming,
): Promise<(ExceptionDetails & { credit: BankCredit }) | undefined> {
  const { credit, notice } = incoming;
  const isPaid =
    credit.channel === "pos" && credit.status === "successful" && !needsBankConfirmation(incoming);
  if (!isPaid || credit.devices.length === 0) return undefined;
  const { mode, bankConnectionId, receivedAt } = notice;
  const { paymentKey, amount, devices } = credit;
  const paidAt = believedPaidAt(credit, receivedAt) ?? receivedAt;
  const proof = await proveDevice(db, {
    ...{ mode, bankConnectionId, paymentKey, amount, devices },
    ...{ paidAt, receivedAt },
  });
  return (
    proof && {
      reason: "device_claim",
      subject: paymentKey,
      organisationId: proof.organisationId,
      credit,
      detail: `This payment proved that the device ${proof.serial} is the organisation's. It is in no total.`,
    }
  );
}

/**
 * Opens the exception of a proof and resolves it. An earlier report of the same payment, such as a pending one, is
 * superseded.
 */
export async function keepDeviceProof(
  db: Db,
  source: ExceptionSource,
  proof: ExceptionDetails & { credit: BankCredit },
): Promise<void> {
  const { subject, credit } = proof;
  const about = { source, subject, credit };
  await resolveAnswered(db, { ...about, reasons: ["unknown_destination"], resolution: "superseded" });
  await openException(db, source, proof);
  await resolveAnswered(db, { ...about, reasons: ["device_claim"], resolution: "proved" });
}
