import { createHash } from "node:crypto";
import { type BankCredit, isSamePayment } from "@/lib/bank";
import { type Id, newId } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { ExceptionReason, exceptions, Resolution } from "@/lib/db/schema";
import { metrics } from "@/lib/metrics";
import { parseCredit, stringifyCredit } from "./credit";
import { type Owner, ownerOfConnection, type SavedNotification } from "./save-notification";

export interface ExceptionDetails extends Owner {
  reason: ExceptionReason;
  /** What happened and what a person may do about it. */
  detail: string;
  /** The payment's key, or the digest of a notification that has none. */
  correlationKey: string;
  /** The payment as the notification reports it, if it can still be recorded or compared. */
  credit?: BankCredit;
  /** Further parts of the deduplication digest: a reversal's kind and reference, a settlement's reference. */
  facts?: readonly string[];
  /** In kobo, if it is not the credit's amount. */
  amount?: Kobo | undefined;
  /** The recorded amount that differs from `amount`. */
  recordedAmount?: Kobo | undefined;
  transactionId?: Id<"transaction"> | null;
}

/** The stored notification that an exception refers to. */
export type ExceptionSource = Pick<
  SavedNotification,
  "notificationId" | "mode" | "provider" | "bankConnectionId" | "receivedAt"
>;

/** The fields that are equal in two reports of the same credit, without the status. */
const creditFields = ({ amount, currency, channel, account, devices }: BankCredit) => [
  amount.toString(),
  currency,
  channel,
  account,
  ...devices,
];

/**
 * Computes the digest that deduplicates exceptions: repeated reports of the same fact have the same digest. `status`
 * replaces the credit's status.
 */
export function dedupeKey(
  { mode, bankConnectionId }: Pick<ExceptionSource, "mode" | "bankConnectionId">,
  { reason, correlationKey, credit, facts = [], amount }: Omit<ExceptionDetails, "detail">,
  status?: string,
): string {
  const stated = credit ? [status ?? credit.status, ...creditFields(credit)] : [String(amount ?? "")];
  return createHash("sha256")
    .update(JSON.stringify([mode, bankConnectionId, reason, correlationKey, facts, stated]))
    .digest("hex");
}

/**
 * Opens exceptions about one stored notification; their payments are in no total until a person decides. A repeat of the
 * same fact opens nothing, whether its exception is open or resolved. A new fact opens a new exception that refers to the
 * previous resolved one about the same subject. An open exception without an owner gets the given owner.
 */
export async function openExceptions(
  db: Db,
  source: ExceptionSource,
  exceptions: readonly ExceptionDetails[],
): Promise<void> {
  if (exceptions.length === 0) return;
  const { sql } = db;
  const rows = exceptions.map((details) => ({
    id: newId("exception"),
    organisation_id: details.organisationId ?? null,
    session_id: details.sessionId ?? null,
    reason: details.reason,
    correlation_key: details.correlationKey,
    dedupe_key: dedupeKey(source, details),
    amount: (details.credit?.amount ?? details.amount ?? 0n).toString(),
    recorded_amount: details.recordedAmount?.toString() ?? null,
    detail: details.detail,
    credit: details.credit ? stringifyCredit(details.credit) : null,
    transaction_id: details.transactionId ?? null,
  }));
  const opened = await sql<{ reason: ExceptionReason; isNew: boolean }[]>`
    insert into exceptions as e (id, organisation_id, session_id, mode, provider, bank_connection_id, reason, correlation_key,
      dedupe_key, previous_id, amount, recorded_amount, detail, credit, notification_id, created_at, transaction_id)
    select r.id, coalesce(r.organisation_id, ${ownerOfConnection(db, source)}), r.session_id, ${source.mode}, ${source.provider}, ${source.bankConnectionId},
      r.reason, r.correlation_key, r.dedupe_key, (
        select p.id from exceptions p
        where p.mode = ${source.mode} and p.bank_connection_id = ${source.bankConnectionId} and p.correlation_key = r.correlation_key
          and p.resolved_at is not null
        order by p.resolved_at desc, p.id desc limit 1),
      r.amount, r.recorded_amount, r.detail, r.credit::jsonb, ${source.notificationId}, ${source.receivedAt}, r.transaction_id
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(id text, organisation_id text, session_id text,
      reason text, correlation_key text, dedupe_key text, amount bigint, recorded_amount bigint, detail text, credit text,
      transaction_id text)
    order by r.dedupe_key
    on conflict (dedupe_key) do update set
      organisation_id = coalesce(e.organisation_id, excluded.organisation_id),
      session_id = coalesce(e.session_id, excluded.session_id),
      transaction_id = coalesce(e.transaction_id, excluded.transaction_id)
      where e.resolved_at is null
    returning reason, xmax = 0 as is_new`;
  for (const { reason, isNew } of opened) if (isNew) metrics().exceptionsOpened.inc({ reason });
}

/** Opens one exception; see `openExceptions`. */
export function openException(db: Db, source: ExceptionSource, details: ExceptionDetails): Promise<void> {
  return openExceptions(db, source, [details]);
}

/**
 * Opens the exception of a payment's report that could not be recorded or applied. A report with a final status supersedes an
 * open exception of the pending payment; a `pending` report after a final one opens nothing, and neither does a report that
 * repeats an earlier one but for an account or device that one of them does not state. The caller has locked the payment's
 * identity row, or the state row of the session that has recorded it.
 */
export async function openCreditException(
  db: Db,
  source: ExceptionSource,
  details: ExceptionDetails & { credit: BankCredit },
): Promise<void> {
  const { status } = details.credit;
  const earlier = await findReports(db, source, details);
  const isFinal = earlier.some(({ credit }) => credit.status !== "pending");
  if (status === "pending" && isFinal) return;
  const pending = earlier.filter(({ credit }) => credit.status === "pending" && status !== "pending");
  await db.sql`
    update exceptions set resolved_at = clock_timestamp(), resolution = 'superseded'
    where resolved_at is null and id = any(${pending.map(({ id }) => id)})`;
  const repeated = earlier.find(({ credit }) => credit.status === status);
  await openException(db, source, repeated ? { ...details, credit: repeated.credit } : details);
}

/** Finds the exceptions with this reason that earlier reports of the same payment opened, open or resolved, oldest first. */
async function findReports(
  { sql }: Db,
  { mode, bankConnectionId }: ExceptionSource,
  { reason, correlationKey, credit }: ExceptionDetails & { credit: BankCredit },
) {
  const stored = await sql<RowOf<typeof exceptions, "id" | "credit">[]>`
    select id, credit from exceptions
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and correlation_key = ${correlationKey}
      and reason = ${reason} and credit is not null
    order by created_at, id`;
  return stored
    .map(({ id, credit: stated }) => ({ id, credit: parseCredit(stated) }))
    .filter((report) => isSamePayment(report.credit, credit));
}

interface Resolving {
  source: Pick<ExceptionSource, "mode" | "bankConnectionId">;
  correlationKey: string;
  reasons: readonly ExceptionReason[];
  resolution: Extract<Resolution, "recorded" | "superseded" | "proved">;
  transactionId?: Id<"transaction">;
  /** Only exceptions whose credit has this amount and currency, and this status or `pending`. */
  credit?: Pick<BankCredit, "amount" | "currency" | "status">;
  /** Only exceptions that refer to the transaction, not those that only share the payment's key. */
  isOfTransaction?: boolean;
  /** The id of an exception that the caller resolves itself. */
  except?: string | undefined;
}

/** Resolves the open exceptions about a payment that its recording, or a later fact, has made obsolete. */
export async function resolveObsoleteExceptions({ sql }: Db, resolving: Resolving): Promise<void> {
  const {
    source,
    correlationKey,
    reasons,
    resolution,
    transactionId = null,
    credit,
    except = "",
    isOfTransaction,
  } = resolving;
  await sql`
    update exceptions set resolved_at = clock_timestamp(), resolution = ${resolution},
      transaction_id = coalesce(transaction_id, ${transactionId})
    where mode = ${source.mode} and bank_connection_id = ${source.bankConnectionId} and correlation_key = ${correlationKey}
      and reason = any(${[...reasons]}) and resolved_at is null and id <> ${except}
      and ${isOfTransaction ? sql`transaction_id = ${transactionId}` : sql`true`}
      and ${
        credit
          ? sql`amount = ${credit.amount} and credit->>'currency' = ${credit.currency}
              and credit->>'status' in ('pending', ${credit.status})`
          : sql`true`
      }`;
}
