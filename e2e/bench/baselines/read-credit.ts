import { readNotice } from "@/lib/bank";
import { toStoredNotification } from "@/lib/exceptions";
import { isRecordable, type Recordable } from "@/lib/transactions/recording-row";

/** Verifies and reads a notice with the product's own adapters: the same work in every cell that records. */
export function readCredit(body: Buffer, headers: Headers): Recordable {
  const { provider, mode, message } = readNotice({ body, headers });
  if (message.kind !== "credit") throw new Error("the bench sends credits");
  const signature = headers.get(provider.signatureHeader) ?? "";
  const { name, version: adapterVersion } = provider;
  const notice = toStoredNotification({
    mode,
    provider: name,
    event: message.event,
    adapterVersion,
    body,
    signature,
  });
  const incoming = { credit: message, notice };
  if (!isRecordable(incoming)) throw new Error("the bench sends what can be recorded");
  return incoming;
}
