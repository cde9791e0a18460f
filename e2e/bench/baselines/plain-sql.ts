import { createHash } from "node:crypto";
import { systemTx } from "@/lib/db/client";
import type { RecordingRow } from "@/lib/transactions/recording/recording-row";

interface AccountOwner {
  sessionId: string;
  organisationId: string;
}

/**
 * Records one notification as an engineer would in an afternoon: one SQL transaction of plain statements, with the
 * same rows that the product stores for a transfer to a session without a webhook. The baseline of the batched
 * statement.
 */
export function recordWithPlainSql(input: RecordingRow): Promise<void> {
  return systemTx(async ({ sql }) => {
    const [owner] = await sql<AccountOwner[]>`
      select session_id, organisation_id from sessions
      where account_connection_id = 'bnk_sandbox' and account_number = ${input.account}`;
    if (!owner) throw new Error("the bench pays into accounts that exist");
    const { sessionId, organisationId } = owner;
    const claimed = await sql`
      insert into payment_identities (mode, bank_connection_id, payment_key, session_id, transaction_id)
      values (${input.mode}, ${input.bank_connection_id}, ${input.payment_key}, ${sessionId}, ${input.transaction_id})
      on conflict do nothing`;
    if (claimed.count === 0) return;
    const [counter] = await sql<{ sequence: bigint; createdAt: Date }[]>`
      update session_states set last_sequence = last_sequence + 1, version = version + 1, last_created_at = clock_timestamp()
      where session_id = ${sessionId} and status = 'active'
      returning last_sequence as sequence, last_created_at as created_at`;
    if (!counter) throw new Error("the bench's sessions are open");
    await sql`
      insert into transactions (session_id, sequence, id, organisation_id, mode, provider, bank_connection_id, payment_key, amount, currency,
        channel, status, sender_name, sender_account, sender_bank, sender_bank_name, narration, bank_ref, paid_at,
        created_at, notification_id)
      values (${sessionId}, ${counter.sequence}, ${input.transaction_id}, ${organisationId}, ${input.mode},
        ${input.provider}, ${input.bank_connection_id}, ${input.payment_key}, ${input.amount}, ${input.currency}, ${input.channel},
        ${input.status}, ${input.sender_name ?? ""}, ${input.sender_account ?? ""}, ${input.sender_bank ?? ""},
        ${input.sender_bank_name ?? ""}, ${input.narration ?? ""}, ${input.bank_ref ?? ""}, ${input.paid_at ?? input.received_at}, ${counter.createdAt},
        ${input.notification_id})`;
    await sql`
      insert into session_totals as s (session_id, channel, terminal_id, operator_id, status, organisation_id, mode, count, amount)
      values (${sessionId}, ${input.channel}, '', '', ${input.status}, ${organisationId}, ${input.mode}, 1, ${input.amount})
      on conflict (session_id, channel, terminal_id, operator_id, status)
        do update set count = s.count + 1, amount = s.amount + excluded.amount`;
    await sql`
      insert into bank_notifications (id, organisation_id, session_id, mode, provider, bank_connection_id, event, adapter_version, outcome,
        correlation_key, body, digest, signature, received_at)
      values (${input.notification_id}, ${organisationId}, ${sessionId}, ${input.mode}, ${input.provider},
        ${input.bank_connection_id}, ${input.event}, ${input.adapter_version}, 'recorded', ${input.payment_key},
        ${Buffer.from(input.body, "base64")}, ${createHash("sha256").update(input.body, "base64").digest()}, ${input.signature},
        ${input.received_at})`;
  });
}
