import type { Id } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import { type DerivedSettlement, deriveSettlement, readReports } from "@/lib/settlement";
import { type Run, readPages, reportRows } from "../difference";

interface StoredSettlement extends DerivedSettlement {
  mode: Mode;
  bankConnectionId: Id<"bankConnection">;
  reference: string;
}

/** Maximum settlements per page. */
const PAGE = 500;

/**
 * Derives each settlement again from its stored notifications and compares it with its row, in both directions. Settlements
 * belong to no session, so a run over one session skips them.
 */
export async function settlementRows(run: Run): Promise<void> {
  if (run.sessionId) return;
  for await (const page of readPages<StoredSettlement>(run, (last) => readPage(run, last)))
    for (const one of page) await compare(run, one);
  await reportRows(
    run,
    run.db.sql`
      select null as session_id, concat_ws(' ', 'settlement', n.correlation_key, 'of', n.bank_connection_id) as what,
        'none' as kept, 'one by ' || n.id as derived
      from bank_notifications n
      left join settlements s on s.mode = n.mode and s.bank_connection_id = n.bank_connection_id
        and s.reference = n.correlation_key
      where n.outcome = 'settlement' and s.reference is null`,
  );
}

async function compare(run: Run, stored: StoredSettlement): Promise<void> {
  const derived = describe(deriveSettlement(await readReports(run.db, stored)));
  const kept = describe(stored);
  if (kept !== derived)
    run.report([
      {
        sessionId: null,
        what: `settlement ${stored.reference} of ${stored.bankConnectionId}`,
        kept,
        derived,
      },
    ]);
}

function describe(one: DerivedSettlement | undefined): string {
  if (!one) return "none";
  const { settledOn, source, gross, fees, stampDuty, net, paymentCount, receivedAt } = one;
  return [
    `${settledOn} by ${source}`,
    `gross ${gross ?? "not stated"}, fees ${fees ?? "not stated"}`,
    `stamp duty ${stampDuty ?? "not stated"}, net ${net ?? "not stated"}`,
    `${paymentCount ?? "any number of"} payments`,
    `to ${one.destinationAccount || "no account"} ${one.destinationBank}`.trim(),
    `reported ${receivedAt.toISOString()}`,
  ].join(", ");
}

/** Reads a page of the rows by their primary key. */
function readPage({ db: { sql } }: Run, last: StoredSettlement | undefined) {
  const { mode = "", bankConnectionId = "", reference = "" } = last ?? {};
  return sql<StoredSettlement[]>`
    select mode, bank_connection_id, reference, settled_on::text as settled_on, source, gross, fees, stamp_duty, net,
      payment_count, destination_account, destination_bank, received_at
    from settlements where (mode, bank_connection_id, reference) > (${mode}, ${bankConnectionId}, ${reference})
    order by mode, bank_connection_id, reference limit ${PAGE}`;
}
