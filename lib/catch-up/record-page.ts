import { type BankCredit, type ListedPayment, type LiveConnection, listedVersion } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import { systemDb } from "@/lib/db/client";
import { toStoredNotification } from "@/lib/exceptions";
import { dispatch } from "@/lib/intake";
import { recordStatedReversal } from "@/lib/reversals";

/** The result of a page of a bank's list. */
export interface PageResult {
  listedCount: number;
  /** Payments that a notification has reported, and those that none has although it should have arrived. */
  reportedCount: number;
  unreportedCount: number;
  /** Payments and unreadable rows without a stored notification that are now a transaction or an exception. */
  foundCount: number;
  /** The earliest time of a transfer or POS payment that is still pending at the bank. */
  pendingSince: Date | null;
}

/** How long a notification may take before its payment counts as unreported. */
const NOTIFICATION_DELAY_MS = 120_000;

/** What is stored of a listed payment. */
interface Known {
  key: string;
  isReported: boolean;
  isStored: boolean;
  sessionId: Id<"session"> | null;
  amount: Kobo | null;
  status: string | null;
  channel: string | null;
  account: string | null;
}

/**
 * Records the payments of a page of a bank's list like payments that a notification reports, with a stored notification that
 * is the row of the list. Of a payment that is recorded with the same values only the reversal is recorded, and a pending or
 * failed one by a channel that is never recorded is skipped. When this resolves, every other payment is a transaction, an
 * exception or an unrelated payment. Throws what `dispatch` throws.
 */
export async function recordPage(
  connection: LiveConnection,
  payments: readonly ListedPayment[],
): Promise<PageResult> {
  const known = await readKnown(connection, payments);
  const result: PageResult = {
    listedCount: payments.length,
    reportedCount: 0,
    unreportedCount: 0,
    foundCount: 0,
    pendingSince: null,
  };
  const record = async ({ message, body }: ListedPayment) => {
    const stored = message.kind === "credit" ? known.get(message.paymentKey) : undefined;
    if (message.kind === "credit") {
      count(result, message, stored);
      if (isWithoutMoney(message, stored)) return;
      if (isRepeat(message, stored)) return recordReversal(connection, message);
    }
    const notification = {
      ...toStoredNotification({
        mode: "live",
        provider: connection.provider.name,
        event: message.event,
        adapterVersion: listedVersion(connection.provider.name),
        body: Buffer.from(body),
        signature: "",
      }),
      bankConnectionId: connection.id,
    };
    const outcome = await dispatch(notification, message);
    if (!stored?.isStored && (outcome === "recorded" || outcome === "exception")) result.foundCount++;
  };
  await Promise.all(payments.map(record));
  return result;
}

/** Records what came back of a recorded payment: it can be new although the payment is not. */
async function recordReversal(
  { id: bankConnectionId, provider }: LiveConnection,
  { paymentKey, reversal }: BankCredit,
): Promise<void> {
  if (!reversal) return;
  const source = { mode: "live", provider: provider.name, bankConnectionId } as const;
  await recordStatedReversal(source, { paymentKey, reversal });
}

function count(result: PageResult, credit: BankCredit, stored: Known | undefined): void {
  const { paidAt } = credit;
  if (credit.channel === "unsupported") return;
  if (credit.status === "pending" && paidAt && (!result.pendingSince || paidAt < result.pendingSince))
    result.pendingSince = paidAt;
  if (credit.status !== "successful") return;
  if (stored?.isReported) result.reportedCount++;
  else if ((paidAt?.getTime() ?? 0) < Date.now() - NOTIFICATION_DELAY_MS) result.unreportedCount++;
}

/** Whether the payment is recorded with the values of the row. */
function isRepeat(credit: BankCredit, stored: Known | undefined): boolean {
  if (!stored?.sessionId || stored.status !== credit.status) return false;
  const isSameAccount =
    credit.channel === "pos" ||
    credit.account === "" ||
    credit.account === stored.account ||
    credit.accountReference === stored.sessionId;
  return (
    stored.amount === credit.amount &&
    stored.channel === credit.channel &&
    credit.currency === "NGN" &&
    isSameAccount
  );
}

/** Whether the row is a checkout by a channel that is never recorded, in progress or ended without a payment. */
const isWithoutMoney = (credit: BankCredit, stored: Known | undefined) =>
  credit.status !== "successful" && credit.channel === "unsupported" && !stored?.sessionId;

async function readKnown(
  { id }: LiveConnection,
  payments: readonly ListedPayment[],
): Promise<Map<string, Known>> {
  const keys = payments.flatMap(({ message }) => (message.kind === "credit" ? [message.paymentKey] : []));
  if (keys.length === 0) return new Map();
  const { sql } = systemDb();
  const rows = await sql<Known[]>`
    select k.key, n.is_reported, n.is_stored, t.session_id, t.amount, t.status, t.channel, s.account_number as account
    from unnest(${[...new Set(keys)]}::text[]) as k(key)
    left join lateral (select coalesce(bool_or(adapter_version > 0), false) as is_reported, count(*) > 0 as is_stored
      from bank_notifications where mode = 'live' and bank_connection_id = ${id} and correlation_key = k.key
        and outcome <> 'settlement') n on true
    left join payment_identities p on p.mode = 'live' and p.bank_connection_id = ${id} and p.payment_key = k.key
    left join lateral (select * from transactions where id = p.transaction_id limit 1) t on true
    left join sessions s on s.session_id = t.session_id`;
  return new Map(rows.map((row) => [row.key, row]));
}
