import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { isUnproven } from "@/lib/transactions";
import { type Difference, groupBy } from "./difference";
import type { Compared } from "./notifications";
import type { NotificationReader, Stored } from "./read";

interface Update extends Stored {
  transactionId: Id<"transaction">;
  isRetired: boolean;
  isAsked: boolean;
}

/**
 * Compares the status of each transaction with its notification. One that was pending is final only by a later
 * notification that says so or by the bank's confirmation; one that waits for the confirmation has its row.
 */
export async function differencesInStatus(
  db: Db,
  compared: readonly Compared[],
  reader: NotificationReader,
): Promise<Difference[]> {
  const found: Difference[] = [];
  const later: Compared[] = [];
  for (const one of compared) {
    const { row, credit } = one;
    const unproven = isUnproven({ credit, notice: row });
    if (unproven || (credit.status === "pending" && row.status !== "pending")) later.push(one);
    else if (row.status !== credit.status) found.push(difference(one, credit.status));
  }
  if (later.length === 0) return found;
  const updates = groupBy(await readUpdates(db, later), ({ transactionId }) => transactionId);
  for (const one of later) {
    const { row, credit } = one;
    const known = updates.get(row.id) ?? [];
    const reported = known.map((update) => reader.read(update));
    const isReported = reported.some(
      (message) =>
        message === undefined ||
        (message.kind === "credit" && message.status === row.status && message.amount === row.amount),
    );
    const isUnprovenHere = isUnproven({ credit, notice: row });
    const isConfirmed =
      isUnprovenHere &&
      (row.status === "pending" ? known[0]?.isAsked : row.status === "successful" || known[0]?.isRetired);
    const isReportedHere = isReported && !(isUnprovenHere && row.status === "pending");
    if (!isConfirmed && !isReportedHere)
      found.push(difference(one, isUnprovenHere ? "pending, being confirmed" : "pending"));
  }
  return found;
}

function difference({ row }: Compared, derived: string): Difference {
  return { sessionId: row.sessionId, what: `status of ${row.id}`, kept: row.status, derived };
}

/** Every stored notification of these payments. */
function readUpdates({ sql }: Db, later: readonly Compared[]) {
  const rows = later.map(({ row }) => ({
    id: row.id,
    mode: row.mode,
    connection: row.bankConnectionId,
    key: row.paymentKey,
  }));
  return sql<Update[]>`
    select t.id as "transactionId", n.provider, n.adapter_version as "adapterVersion", n.body,
      exists (select from retired_payments r where r.transaction_id = t.id) as "isRetired",
      exists (select from confirmations c where c.session_id = x.session_id and c.transaction_id = t.id) as "isAsked"
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as t(id text, mode text, connection text, key text)
    join lateral (select session_id from transactions where id = t.id limit 1) x on true
    join lateral (select * from notices n where n.mode = t.mode and n.bank_connection_id = t.connection
      and n.payment_key = t.key limit 100) n on true`;
}
