import type { BankCredit } from "@/lib/bank";
import { differencesFromCredit, type Recorded } from "./credit";
import { pairedTerminals } from "./destination";
import { type Difference, inScope, MAX_PAGE_BYTES, type Run, readPages } from "./difference";
import { readMessage } from "./read";
import { reportStatuses } from "./status";

/** Rows a page at most. */
const PAGE = 2_000;

/** A transaction beside what its notification says. */
export interface Compared {
  row: Recorded;
  credit: BankCredit & { event: string };
}

/** Compares each transaction with its stored notification as the adapter reads it. */
export async function notifications(run: Run): Promise<void> {
  for await (const page of readPages<Recorded>((last) => readPage(run, last))) {
    const compared: Compared[] = [];
    for (const row of page) {
      const { body, noticeProvider: provider, adapterVersion } = row;
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

function difference(row: Recorded, derived: string): Difference {
  return { sessionId: row.sessionId, what: `notification of ${row.id}`, kept: row.noticeId, derived };
}

/** Each row finds its notification by its key, whatever the statistics say. */
function readPage(run: Run, last: Recorded | undefined) {
  const { sql } = run.db;
  return sql<Recorded[]>`
    select * from (
      select c.session_id as "sessionId", c.number, c.id, c.mode, c.provider, c.bank_connection_id as "bankConnectionId",
        c.payment_key as "paymentKey", c.amount, c.currency, c.channel, c.status, c.sender_name as "senderName",
        c.sender_account as "senderAccount", c.sender_bank as "senderBank", c.sender_bank_name as "senderBankName", c.narration,
        c.bank_ref as "bankRef", c.paid_at as "paidAt", c.paid_at_is_receipt as "paidAtIsReceipt", c.fee,
        c.stamp_duty as "stampDuty", c.terminal_id as "terminalId", c.created_at as "createdAt", c.notice_id as "noticeId",
        n.mode as "noticeMode", n.session_id as "noticeSessionId", n.payment_key as "noticeKey", n.provider as "noticeProvider",
        n.bank_connection_id as "noticeConnectionId", n.event, n.adapter_version as "adapterVersion", n.body,
        n.received_at as "receivedAt", s.account_number as account, s.account_connection_id as "accountConnectionId",
        s.endpoint_id is not null as "hasEvents",
        exists (select from deliveries d where d.session_id = c.session_id and d.transaction_id = c.id
          and d.transaction_status = 'pending') as "hasPendingEvent",
        exists (select from exceptions e where e.mode = c.mode and e.bank_connection_id = c.bank_connection_id
          and e.subject = c.payment_key and e.resolution = 'assigned' and e.transaction_id = c.id) as "isAssigned",
        exists (select from retired_payments r where r.transaction_id = c.id) as "isRetired",
        exists (select from confirmations q where q.session_id = c.session_id and q.transaction_id = c.id) as "isAsked",
        row_number() over w as nth, sum(coalesce(octet_length(n.body), 0)) over w as bytes
      from (select * from transactions c where ${inScope(run)}
          and (c.session_id, c.number) > (${last?.sessionId ?? ""}, ${last?.number ?? 0n})
        order by c.session_id, c.number limit ${PAGE}) c
      left join lateral (select * from notices where id = c.notice_id limit 1) n on true
      left join lateral (select * from sessions where session_id = c.session_id limit 1) s on true
      window w as (order by c.session_id, c.number)
    ) page
    where nth = 1 or bytes <= ${MAX_PAGE_BYTES} order by nth`;
}
