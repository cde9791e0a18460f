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
  for await (const page of readPages<Recorded>(run, (last) => readPage(run, last))) {
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

/** Each row finds what belongs to it by a key of its own, so that no table is read for a page. */
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
        d.found is not null as "hasPendingEvent", e.found is not null as "isAssigned", r.found is not null as "isRetired",
        q.found is not null as "isAsked",
        row_number() over w as nth, sum(coalesce(octet_length(n.body), 0)) over w as bytes
      from (select * from transactions c where ${inScope(run)}
          and (c.session_id, c.number) > (${last?.sessionId ?? ""}, ${last?.number ?? 0n})
        order by c.session_id, c.number limit ${PAGE}) c
      left join lateral (select * from notices where id = c.notice_id limit 1) n on true
      left join lateral (select * from sessions where session_id = c.session_id limit 1) s on true
      left join lateral (select true as found from deliveries where session_id = c.session_id and transaction_id = c.id
        and transaction_status = 'pending' limit 1) d on true
      left join lateral (select true as found from exceptions where mode = c.mode and bank_connection_id = c.bank_connection_id
        and subject = c.payment_key and resolution = 'assigned' and transaction_id = c.id limit 1) e on true
      left join lateral (select true as found from retired_payments where transaction_id = c.id limit 1) r on true
      left join lateral (select true as found from confirmations where session_id = c.session_id
        and transaction_id = c.id limit 1) q on true
      window w as (order by c.session_id, c.number)
    ) page
    where nth = 1 or bytes <= ${MAX_PAGE_BYTES} order by nth`;
}
