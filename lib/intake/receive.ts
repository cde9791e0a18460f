import {
  deploymentConnection,
  type RawNotification,
  readConnectionNotification,
  readNotification,
} from "@/lib/bank";
import { toStoredNotification } from "@/lib/exceptions";
import { dispatch } from "./dispatch";
import { saveNotificationTime } from "./notification-times";

/** The outcome of a notification, for the log, and the response body if the bank requires another than the envelope of §1. */
export interface ReceiptResult {
  provider: string;
  event: string;
  notification: string;
  outcome: string;
  acknowledgement: unknown;
}

/**
 * Receives a bank notification (§4.13) of the deployment's own connections: verifies it before parsing, and has committed it
 * when this resolves. Returns its outcome and the acknowledgement that the bank requires. Throws
 * `Failure("invalid_signature")` and stores nothing; rejects if the database cannot store it, so that the bank retries.
 */
export function receiveBankNotification(raw: RawNotification): Promise<ReceiptResult> {
  return store(raw, readNotification);
}

/**
 * The same for the connection of an organisation. An unknown connection throws `Failure("invalid_signature")` like a wrong
 * signature.
 */
export function receiveConnectionNotification(
  connectionId: string,
  raw: RawNotification,
): Promise<ReceiptResult> {
  return store(raw, () => readConnectionNotification(connectionId, raw));
}

type Verified = ReturnType<typeof readNotification> &
  Partial<Pick<Awaited<ReturnType<typeof readConnectionNotification>>, "bankConnectionId">>;

async function store(
  raw: RawNotification,
  verify: (raw: RawNotification) => Verified | Promise<Verified>,
): Promise<ReceiptResult> {
  const verified = verify(raw);
  const { provider, mode, message, bankConnectionId } =
    verified instanceof Promise ? await verified : verified;
  const { event } = message;
  const notification = toStoredNotification({
    mode,
    provider: provider.name,
    ...(bankConnectionId && { bankConnectionId }),
    event,
    adapterVersion: provider.version,
    body: raw.body,
    signature: raw.headers.get(provider.signatureHeader) ?? "",
  });
  const outcome = await dispatch(notification, message);
  if (mode === "live") await saveNotificationTime(bankConnectionId ?? deploymentConnection(provider.name));
  const acknowledgement = provider.acknowledge?.(raw);
  return {
    provider: provider.name,
    event,
    notification: notification.notificationId,
    outcome,
    acknowledgement,
  };
}
