import { recordAudit } from "@/lib/audit";
import type { Id } from "@/lib/core/ids";
import type { Caller } from "@/lib/core/scope";
import { type Db, longRunningTx, systemTx } from "@/lib/db/client";
import { eraseExpectedPayers } from "./erase-expected";
import { eraseNotifications } from "./erase-notifications";
import { countsOf } from "./export-payer";
import { findPayerRecords, type Payer } from "./find";

/** Notifications per SQL transaction, which holds locks of their payments. */
const BATCH = 50;

/** What was erased of a payer. */
interface ErasedPayer {
  payments: number;
  exceptions: number;
  expectedPayments: number;
  notifications: number;
}

/**
 * Erases a payer from all records of an organisation, in small SQL transactions, and records that in its audit log without
 * naming the payer. Safe to repeat: a run that failed midway is completed by the next. Returns how many records named the payer.
 * Rejects with `Failure("unavailable")` if one of them is being changed.
 */
export async function erasePayer(
  caller: Caller & { organisationId: Id<"organisation"> },
  payer: Payer,
): Promise<ErasedPayer> {
  const { organisationId } = caller;
  const found = await longRunningTx((db) => findPayerRecords(db, organisationId, payer));
  const notifications = [...found.notifications, ...found.settlements];
  for (let at = 0; at < notifications.length; at += BATCH)
    await systemTx((db) => eraseNotifications(db, notifications.slice(at, at + BATCH)));
  await systemTx(async (db) => {
    await eraseExpectedPayers(db, found.expected);
    if (payer.name !== undefined) await eraseAnswers(db, organisationId, payer.name);
    await recordAudit(db, caller, {
      action: "erased_payer",
      subject: organisationId,
      details: { ...countsOf(found), notifications: String(notifications.length) },
    });
  });
  return {
    payments: found.transactions.length,
    exceptions: found.exceptions.length,
    expectedPayments: found.expected.length,
    notifications: notifications.length,
  };
}

/** Erases the payer from the answers that are kept for repeats with an `Idempotency-Key`. */
function eraseAnswers({ sql }: Db, organisationId: Id<"organisation">, name: string) {
  const member = `"payer":${JSON.stringify(name)}`;
  return sql`
    update idempotency_keys set body = replace(body, ${member}, '"payer":null')
    where organisation_id = ${organisationId} and position(${member} in body) > 0`;
}
