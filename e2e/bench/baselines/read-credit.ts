import { readNotification } from "@/lib/bank";
import { toStoredNotification } from "@/lib/exceptions";
import { isRecordable, type RecordableCredit } from "@/lib/transactions/recording/recording-row";

/** Verifies and parses a notification with the product's adapters: the same work in every cell that records. */
export function readCredit(body: Buffer, headers: Headers): RecordableCredit {
  const { provider, mode, message } = readNotification({ body, headers });
  if (message.kind !== "credit") throw new Error("the bench sends only credits");
  const signature = headers.get(provider.signatureHeader) ?? "";
  const { name, version: adapterVersion } = provider;
  const notification = toStoredNotification({
    mode,
    provider: name,
    event: message.event,
    adapterVersion,
    body,
    signature,
  });
  const incoming = { credit: message, notification };
  if (!isRecordable(incoming)) throw new Error("the bench sends only recordable payments");
  return incoming;
}
