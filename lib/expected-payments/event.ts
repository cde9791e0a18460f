import { z } from "zod";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { hasSubscribers, recordEvents } from "@/lib/webhooks";
import { ExpectedPaymentUpdated } from "./contract";
import { type ExpectedPaymentRow, expectedPaymentColumns, toExpectedPaymentJson } from "./rows";

const TYPE = "expected_payment.updated";

/**
 * Records the event `expected_payment.updated` of changed expected payments in the SQL transaction of the change, for the
 * organisation-wide webhook endpoints that ask for it. Its state is the status with the number of payments, which no two
 * changes share.
 */
export async function recordUpdates(
  db: Db,
  { sessionId, organisationId, mode }: Scope & { sessionId: Id<"session"> },
  ids: readonly Id<"expectedPayment">[],
): Promise<void> {
  if (ids.length === 0 || !(await hasSubscribers(db, TYPE, { organisationId, mode }))) return;
  const rows = await db.sql<ExpectedPaymentRow[]>`
    select ${expectedPaymentColumns(db)} from expected_payments e
    where e.id = any(${[...ids]}::text[]) order by e.id`;
  await recordEvents(
    db,
    TYPE,
    rows.map((row) => ({
      ...{ organisationId, mode, sessionId, subjectId: row.id },
      state: `${row.status} ${row.paymentCount}`,
      body: serializeEventBody(row),
    })),
  );
}

/** Serialises the complete body of `expected_payment.updated` as JSON text; `data` has the form of the API. */
function serializeEventBody(row: ExpectedPaymentRow): string {
  const body = { event: TYPE, session_id: row.sessionId, data: toExpectedPaymentJson(row) } as const;
  return JSON.stringify(z.encode(ExpectedPaymentUpdated, body));
}
