import { recordAudit } from "@/lib/audit";
import type { Id } from "@/lib/core/ids";
import type { Caller } from "@/lib/core/scope";
import { longRunningTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { bankNotifications, exceptions, expectedPayments, transactions } from "@/lib/db/schema";
import { isPastRetention } from "@/lib/notification-retention";
import { findPayerRecords, type Payer } from "./find";

type PaymentRow = RowOf<
  typeof transactions,
  | "id"
  | "sessionId"
  | "amount"
  | "currency"
  | "channel"
  | "status"
  | "senderName"
  | "senderAccount"
  | "senderBank"
  | "senderBankName"
  | "narration"
  | "bankRef"
  | "paidAt"
>;

/** Everything that is stored of a payer in one organisation. Amounts are in kobo. */
interface PayerData {
  payments: PaymentRow[];
  exceptions: RowOf<typeof exceptions, "id" | "reason" | "amount" | "credit" | "createdAt">[];
  expectedPayments: RowOf<typeof expectedPayments, "id" | "sessionId" | "reference" | "amount" | "payer">[];
  /** The banks' messages about these payments, as the banks sent them; null where the body was dropped. */
  notifications: (RowOf<typeof bankNotifications, "id" | "provider" | "event" | "receivedAt"> & {
    body: string | null;
  })[];
}

/** Reads everything that is stored of a payer in an organisation, and records that in its audit log. */
export function exportPayer(
  caller: Caller & { organisationId: Id<"organisation"> },
  payer: Payer,
): Promise<PayerData> {
  return longRunningTx(async (db) => {
    const { sql } = db;
    const found = await findPayerRecords(db, caller.organisationId, payer);
    const payments = await sql<PaymentRow[]>`
      select id, session_id, amount, currency, channel, status, sender_name, sender_account, sender_bank, sender_bank_name,
        narration, bank_ref, paid_at
      from transactions where id = any(${found.transactions}) order by id`;
    const exceptions = await sql<PayerData["exceptions"]>`
      select id, reason, amount, credit, created_at from exceptions where id = any(${found.exceptions}) order by id`;
    const expected = await sql<PayerData["expectedPayments"]>`
      select id, session_id, reference, amount, payer from expected_payments
      where id = any(${found.expected}) order by id`;
    const stored = await sql<
      (RowOf<typeof bankNotifications, "id" | "provider" | "event" | "receivedAt" | "body"> & {
        isDropped: boolean;
      })[]
    >`
      select id, provider, event, received_at, body, ${isPastRetention(db, sql`n`)} as is_dropped from bank_notifications n
      where id = any(${found.notifications}) order by id`;
    await recordAudit(db, caller, {
      action: "exported_payer",
      subject: caller.organisationId,
      details: countsOf(found),
    });
    return {
      payments,
      exceptions,
      expectedPayments: expected,
      notifications: stored.map(({ isDropped, ...one }) => ({
        ...one,
        body: isDropped ? null : one.body.toString("utf8"),
      })),
    };
  });
}

/** The numbers of records, as the audit log states them. */
export const countsOf = (found: Awaited<ReturnType<typeof findPayerRecords>>): Record<string, string> => ({
  payments: String(found.transactions.length),
  exceptions: String(found.exceptions.length),
  expected_payments: String(found.expected.length),
  notifications: String(found.notifications.length),
});
