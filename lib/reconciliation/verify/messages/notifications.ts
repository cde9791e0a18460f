import type { BankCredit } from "@/lib/bank";
import { isPastRetention } from "@/lib/notification-retention";
import { creditColumnNames } from "@/lib/transactions";
import { type Difference, inScope, MAX_PAGE_BYTES, type Run, readPages } from "../difference";
import { readMessage } from "../read";
import { differencesFromCredit, differencesFromKeys, type StoredTransaction } from "./credit";
import { pairedTerminals } from "./destination";
import { reportStatuses } from "./status";

/** Maximum rows per page. */
const PAGE = 2_000;

/** A stored transaction with the credit that its notification reports. */
export interface Compared {
  row: StoredTransaction;
  credit: BankCredit & { event: string };
}

/** Compares each transaction with its stored notification, parsed by its adapter version; past retention, with its keys. */
export async function notifications(run: Run): Promise<void> {
  for await (const page of readPages<StoredTransaction>(run, (last) => readPage(run, last))) {
    const compared: Compared[] = [];
    for (const row of page) {
      if (row.isBodyPastRetention) {
        run.report(differencesFromKeys(row));
        continue;
      }
      const { body, notificationProvider: provider, adapterVersion } = row;
      const message = body === null ? undefined : readMessage({ provider, adapterVersion, body });
      if (body === null) run.report([difference(row, "none")]);
      else if (message?.kind === "credit") compared.push({ row, credit: message });
      else if (message) run.report([difference(row, `a notification that is ${message.kind}`)]);
    }
    const terminals = await pairedTerminals(run.db, compared);
    for (const one of compared) run.report(differencesFromCredit(one, terminals.get(one.row.id)));
    await reportStatuses(run, compared);
  }
}

function difference(row: StoredTransaction, derived: string): Difference {
  return { sessionId: row.sessionId, what: `notification of ${row.id}`, kept: row.notificationId, derived };
}

/** Reads a page of transactions; every join is an index lookup by the row's key, so that no table is scanned. */
function readPage(run: Run, last: StoredTransaction | undefined) {
  const { sql } = run.db;
  return sql<StoredTransaction[]>`
    select * from (
      select c.session_id, c.sequence, c.id, c.mode, c.provider, c.bank_connection_id,
        c.payment_key, c.amount, c.currency, c.channel, c.status,
        ${sql.unsafe(creditColumnNames("c."))}, c.paid_at, c.paid_at_is_receipt, c.is_confirmation_wanted, c.terminal_id, c.created_at, c.notification_id,
        n.mode as notification_mode, n.session_id as notification_session_id, n.correlation_key as notification_key, n.provider as notification_provider,
        n.bank_connection_id as notification_connection_id, n.event, n.adapter_version, n.body,
        coalesce(${isPastRetention(run.db, sql`n`)}, false) as is_body_past_retention,
        n.received_at, s.account_number as account, s.account_connection_id,
        s.webhook_endpoint_id is not null and c.created_at >= coalesce(s.webhook_since, c.created_at) as has_events,
        d.found is not null as has_pending_event, e.found is not null as is_assigned, r.found is not null as is_retired,
        q.found is not null as is_asked,
        row_number() over w as nth, sum(coalesce(octet_length(n.body), 0)) over w as bytes
      from (select * from transactions c where ${inScope(run)}
          and (c.session_id, c.sequence) > (${last?.sessionId ?? ""}, ${last?.sequence ?? 0n})
        order by c.session_id, c.sequence limit ${PAGE}) c
      left join lateral (select * from bank_notifications where id = c.notification_id limit 1) n on true
      left join lateral (select * from sessions where session_id = c.session_id limit 1) s on true
      left join lateral (select true as found from webhook_deliveries where session_id = c.session_id and transaction_id = c.id
        and transaction_status = 'pending' and not is_organisation_wide limit 1) d on true
      left join lateral (select true as found from exceptions where mode = c.mode and bank_connection_id = c.bank_connection_id
        and correlation_key = c.payment_key and resolution = 'assigned' and transaction_id = c.id limit 1) e on true
      left join lateral (select true as found from retired_payments where session_id = c.session_id and transaction_id = c.id limit 1) r on true
      left join lateral (select true as found from payment_confirmations where session_id = c.session_id
        and transaction_id = c.id limit 1) q on true
      window w as (order by c.session_id, c.sequence)
    ) page
    where nth = 1 or bytes <= ${MAX_PAGE_BYTES} order by nth`;
}
