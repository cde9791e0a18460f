import { type RawNotification, readNotification } from "@/lib/bank";
import { toStoredNotification } from "@/lib/exceptions";
import { dispatch } from "./dispatch";

/** The outcome of a notification, for the log, and the response body if the bank requires another than the envelope of §1. */
export interface ReceiptResult {
  provider: string;
  event: string;
  notification: string;
  outcome: string;
  acknowledgement: unknown;
}

/**
 * Receives a bank notification (§4.13): verifies it before parsing, and has committed it when this resolves. Returns its
 * outcome and the acknowledgement that the bank requires. Throws `Failure("invalid_signature")` and stores nothing; rejects
 * if the database cannot store it, so that the bank retries.
 */
export async function receiveBankNotification(raw: RawNotification): Promise<ReceiptResult> {
  const { provider, mode, message } = readNotification(raw);
  const signature = raw.headers.get(provider.signatureHeader) ?? "";
  const { event } = message;
  const notification = toStoredNotification({
    mode,
    provider: provider.name,
    event,
    adapterVersion: provider.version,
    body: raw.body,
    signature,
  });
  const outcome = await dispatch(notification, message);
  const acknowledgement = provider.acknowledge?.(raw);
  return {
    provider: provider.name,
    event,
    notification: notification.notificationId,
    outcome,
    acknowledgement,
  };
}
