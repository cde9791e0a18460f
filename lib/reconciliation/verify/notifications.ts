import type { BankCredit } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { differencesFromCredit, type Recorded } from "./credit";
import { pairedTerminals } from "./destination";
import { type Difference, inScope } from "./difference";
import { NotificationReader } from "./read";
import { differencesInStatus } from "./status";

/** Rows a page: a few megabytes. */
const PAGE = 2_000;

/** A transaction beside what its notification says. */
export interface Compared {
  row: Recorded;
  credit: BankCredit & { event: string };
}

/** Compares each transaction with its stored notification as the adapter reads it. */
export async function notifications(db: Db, sessionId?: Id<"session">): Promise<Difference[]> {
  const reader = new NotificationReader();
  const found: Difference[] = [];
  for (let last: Recorded | undefined; ; ) {
    const page = await readPage(db, sessionId, last);
    const compared: Compared[] = [];
    for (const row of page) {
      if (row.body === null) {
        found.push(difference(row, row.noticeId, "none"));
        continue;
      }
      const message = reader.read({ ...row, body: row.body });
      if (message?.kind === "credit") compared.push({ row, credit: message });
      else if (message) found.push(difference(row, row.noticeId, `a notification that is ${message.kind}`));
    }
    const terminals = await pairedTerminals(db, compared);
    for (const one of compared) found.push(...differencesFromCredit(one, terminals.get(one.row.id)));
    found.push(...(await differencesInStatus(db, compared, reader)));
    last = page.at(-1);
    if (page.length < PAGE) return [...found, ...reader.differences()];
  }
}

function difference(row: Recorded, kept: string, derived: string): Difference {
  return { sessionId: row.sessionId, what: `notification of ${row.id}`, kept, derived };
}

/** Each page finds its notifications by their key, whatever the statistics say. */
function readPage(db: Db, sessionId: Id<"session"> | undefined, last: Recorded | undefined) {
  const { sql } = db;
  return sql<Recorded[]>`
    select c.session_id as "sessionId", c.number, c.id, c.mode, c.provider, c.bank_connection_id as "bankConnectionId",
      c.payment_key as "paymentKey", c.amount, c.currency, c.channel, c.status, c.sender_name as "senderName",
      c.sender_account as "senderAccount", c.sender_bank as "senderBank", c.sender_bank_name as "senderBankName", c.narration,
      c.bank_ref as "bankRef", c.paid_at as "paidAt", c.paid_at_is_receipt as "paidAtIsReceipt", c.fee,
      c.stamp_duty as "stampDuty", c.terminal_id as "terminalId", c.created_at as "createdAt", c.notice_id as "noticeId",
      n.mode as "noticeMode", n.session_id as "noticeSessionId", n.payment_key as "noticeKey", n.provider as "noticeProvider",
      n.bank_connection_id as "noticeConnectionId", n.event, n.adapter_version as "adapterVersion", n.body,
      n.received_at as "receivedAt", s.account_number as account, s.account_connection_id as "accountConnectionId",
      exists (select from exceptions e where e.mode = c.mode and e.bank_connection_id = c.bank_connection_id
        and e.subject = c.payment_key and e.resolution = 'assigned' and e.transaction_id = c.id) as "isAssigned"
    from (select * from transactions c where ${inScope(db, sessionId)}
        and (c.session_id, c.number) > (${last?.sessionId ?? ""}, ${last?.number ?? 0n})
      order by c.session_id, c.number limit ${PAGE}) c
    left join lateral (select * from notices where id = c.notice_id limit 1) n on true
    left join lateral (select * from sessions where session_id = c.session_id limit 1) s on true
    order by c.session_id, c.number`;
}
