import { type RawNotice, readNotice } from "@/lib/bank";
import { toStoredNotification } from "@/lib/exceptions";
import { dispatch } from "./dispatch";

/** What became of a notice, for the log; and its acknowledgement where the envelope of §1 will not do. */
export interface ReceiptResult {
  provider: string;
  event: string;
  notice: string;
  fate: string;
  acknowledgement: unknown;
}

/**
 * Takes a bank's notice (§4.13): verified before it is read, durable when this resolves. Answers what became of it,
 * with the acknowledgement where the bank demands its own. Throws `Failure("invalid_signature")`, with nothing kept; rejects where the
 * database cannot keep it, so that the bank tells it again.
 */
export async function receiveBankNotification(raw: RawNotice): Promise<ReceiptResult> {
  const { provider, mode, message } = readNotice(raw);
  const signature = raw.headers.get(provider.signatureHeader) ?? "";
  const { event } = message;
  const notice = toStoredNotification({
    mode,
    provider: provider.name,
    event,
    adapterVersion: provider.version,
    body: raw.body,
    signature,
  });
  const fate = await dispatch(notice, message);
  const acknowledgement = provider.acknowledge?.(raw);
  return { provider: provider.name, event, notice: notice.noticeId, fate, acknowledgement };
}
