import type { BankCredit } from "@/lib/bank";
import { type Id, newId } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import type { ExceptionReason } from "@/lib/db/schema";
import { stringifyCredit } from "./credit";
import { type KeptNotice, keepNotice } from "./keep-notice";

interface Happening {
  reason: ExceptionReason;
  /** What happened and what a person may do about it. */
  detail: string;
  /** The payment's key, or the digest of a notice that has none. */
  subject: string;
  credit?: BankCredit;
  sessionId?: Id<"session"> | null;
  organisationId?: Id<"organisation"> | null;
}

/**
 * Keeps a notice as an exception: counted nowhere, waiting for a person. The same happening told again, word for word
 * or not, is the same exception; while it is open the bank's latest word on it stands.
 */
export async function keepException(db: Db, notice: KeptNotice, happening: Happening): Promise<void> {
  const { reason, detail, subject, credit } = happening;
  const noticeId = await keepNotice(db, notice, subject, happening);
  await db.sql`
    insert into exceptions as e
      (id, organisation_id, session_id, mode, provider, reason, subject, amount, detail, credit, notice_id, created_at)
    values (${newId("exception")}, ${happening.organisationId ?? null}, ${happening.sessionId ?? null}, ${notice.mode},
      ${notice.provider}, ${reason}, ${subject}, ${credit?.amount ?? 0n}, ${detail},
      ${credit ? stringifyCredit(credit) : null}::text::jsonb, ${noticeId}, ${notice.receivedAt})
    on conflict (mode, provider, subject, reason, amount)
      do update set credit = excluded.credit, notice_id = excluded.notice_id, detail = excluded.detail
      where e.resolved_at is null`;
}
