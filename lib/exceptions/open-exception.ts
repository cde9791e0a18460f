import { createHash } from "node:crypto";
import type { BankCredit } from "@/lib/bank";
import { type Id, newId } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Db } from "@/lib/db/client";
import type { ExceptionReason, Resolution } from "@/lib/db/schema";
import { stringifyCredit } from "./credit";
import type { Owner, SavedNotification } from "./save-notification";

export interface ExceptionDetails extends Owner {
  reason: ExceptionReason;
  /** What happened and what a person may do about it. */
  detail: string;
  /** The payment's key, or the digest of a notification that has none. */
  subject: string;
  /** The payment as the notification reports it, where it can still be recorded or compared. */
  credit?: BankCredit;
  /** What else distinguishes this fact: a reversal's kind and reference, a settlement's reference. */
  facts?: readonly string[];
  /** Kobo, where it is not the credit's. */
  amount?: Kobo | undefined;
  /** The recorded figure that differs from `amount`. */
  recordedAmount?: Kobo | undefined;
  transactionId?: Id<"transaction"> | null;
}

/** The stored notification that an exception refers to. */
export type ExceptionSource = Pick<
  SavedNotification,
  "noticeId" | "mode" | "provider" | "bankConnectionId" | "receivedAt"
>;

/** What two reports of the same credit have in common, apart from how far the payment has come. */
const moneyOf = ({ amount, currency, channel, account, devices }: BankCredit) => [
  amount.toString(),
  currency,
  channel,
  account,
  ...devices,
];

/**
 * The digest of the fact that an exception is about: two reports of the same fact have the same one. With `status` that
 * of the same credit in another status.
 */
export function dedupeKey(
  { mode, bankConnectionId }: Pick<ExceptionSource, "mode" | "bankConnectionId">,
  { reason, subject, credit, facts = [], amount }: Omit<ExceptionDetails, "detail">,
  status?: string,
): string {
  const stated = credit ? [status ?? credit.status, ...moneyOf(credit)] : [String(amount ?? "")];
  return createHash("sha256")
    .update(JSON.stringify([mode, bankConnectionId, reason, subject, facts, stated]))
    .digest("hex");
}

/**
 * Opens exceptions about one stored notification: counted nowhere, waiting for a person. A repeat of the same fact is
 * the same exception, whether it is open or resolved; a new fact opens a new one, which names the exception about the
 * same subject that was resolved before. An open exception without an owner takes the owner that is given now.
 */
export async function openExceptions(
  { sql }: Db,
  source: ExceptionSource,
  all: readonly ExceptionDetails[],
): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map((details) => ({
    id: newId("exception"),
    organisation_id: details.organisationId ?? null,
    session_id: details.sessionId ?? null,
    reason: details.reason,
    subject: details.subject,
    dedupe_key: dedupeKey(source, details),
    amount: (details.credit?.amount ?? details.amount ?? 0n).toString(),
    recorded_amount: details.recordedAmount?.toString() ?? null,
    detail: details.detail,
    credit: details.credit ? stringifyCredit(details.credit) : null,
    transaction_id: details.transactionId ?? null,
  }));
  await sql`
    insert into exceptions as e (id, organisation_id, session_id, mode, provider, bank_connection_id, reason, subject,
      dedupe_key, previous_id, amount, recorded_amount, detail, credit, notice_id, created_at, transaction_id)
    select r.id, r.organisation_id, r.session_id, ${source.mode}, ${source.provider}, ${source.bankConnectionId},
      r.reason, r.subject, r.dedupe_key, (
        select p.id from exceptions p
        where p.mode = ${source.mode} and p.bank_connection_id = ${source.bankConnectionId} and p.subject = r.subject
          and p.resolved_at is not null
        order by p.resolved_at desc, p.id desc limit 1),
      r.amount, r.recorded_amount, r.detail, r.credit::jsonb, ${source.noticeId}, ${source.receivedAt}, r.transaction_id
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(id text, organisation_id text, session_id text,
      reason text, subject text, dedupe_key text, amount bigint, recorded_amount bigint, detail text, credit text,
      transaction_id text)
    order by r.dedupe_key
    on conflict (dedupe_key) do update set
      organisation_id = coalesce(e.organisation_id, excluded.organisation_id),
      session_id = coalesce(e.session_id, excluded.session_id),
      transaction_id = coalesce(e.transaction_id, excluded.transaction_id)
      where e.resolved_at is null`;
}

/** Opens one exception; see `openExceptions`. */
export function openException(db: Db, source: ExceptionSource, details: ExceptionDetails): Promise<void> {
  return openExceptions(db, source, [details]);
}

/**
 * Opens the exception of a payment that could not be recorded. A report of the same payment that has come further takes
 * the place of an open one that said it was pending; a late `pending` adds nothing. The caller holds the payment's
 * identity row.
 */
export async function openCreditException(
  db: Db,
  source: ExceptionSource,
  details: ExceptionDetails & { credit: BankCredit },
): Promise<void> {
  const { sql } = db;
  if (details.credit.status === "pending") {
    const [final] = await sql`
      select from exceptions
      where dedupe_key in (${dedupeKey(source, details, "successful")}, ${dedupeKey(source, details, "failed")}) limit 1`;
    if (final) return;
  } else {
    await sql`
      update exceptions set resolved_at = clock_timestamp(), resolution = 'superseded'
      where resolved_at is null and id = (
        select id from exceptions where dedupe_key = ${dedupeKey(source, details, "pending")})`;
  }
  await openException(db, source, details);
}

interface Answered {
  source: Pick<ExceptionSource, "mode" | "bankConnectionId">;
  subject: string;
  reasons: readonly ExceptionReason[];
  resolution: Extract<Resolution, "recorded" | "superseded" | "proved">;
  transactionId?: Id<"transaction">;
  /** Only those whose credit is this money and says no more than this status. */
  credit?: Pick<BankCredit, "amount" | "currency" | "status">;
  /** Only those about the transaction itself, not about the payment's key alone. */
  isOfTransaction?: boolean;
  /** An exception that the caller resolves. */
  except?: string | undefined;
}

/** Resolves the open exceptions about a payment that its recording, or a later fact, has answered. */
export async function resolveAnswered({ sql }: Db, answered: Answered): Promise<void> {
  const {
    source,
    subject,
    reasons,
    resolution,
    transactionId = null,
    credit,
    except = "",
    isOfTransaction,
  } = answered;
  await sql`
    update exceptions set resolved_at = clock_timestamp(), resolution = ${resolution},
      transaction_id = coalesce(transaction_id, ${transactionId})
    where mode = ${source.mode} and bank_connection_id = ${source.bankConnectionId} and subject = ${subject}
      and reason = any(${[...reasons]}) and resolved_at is null and id <> ${except}
      and ${isOfTransaction ? sql`transaction_id = ${transactionId}` : sql`true`}
      and ${
        credit
          ? sql`amount = ${credit.amount} and credit->>'currency' = ${credit.currency}
              and credit->>'status' in ('pending', ${credit.status})`
          : sql`true`
      }`;
}
