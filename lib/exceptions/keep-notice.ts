import { type Id, newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { ProviderName } from "@/lib/env";

/** A verified notice, whole: what is kept of it, whatever becomes of it. */
export interface KeptNotice {
  noticeId: Id<"notice">;
  mode: Mode;
  provider: ProviderName;
  /** The bank's own name of the event. */
  event: string;
  body: Buffer;
  /** The value of the header that verified it. */
  signature: string;
  receivedAt: Date;
}

/** Gives a verified notice its id and time of receipt. */
export function noticeOf(notice: Omit<KeptNotice, "noticeId" | "receivedAt">): KeptNotice {
  return { noticeId: newId("notice"), receivedAt: new Date(), ...notice };
}

interface Owner {
  sessionId?: Id<"session"> | null;
  organisationId?: Id<"organisation"> | null;
}

/**
 * The id under which these very bytes are kept already about this subject and for this session, if they are. Bytes
 * kept when they were nobody's, or a closed session's, have had no effect on what another session recorded since.
 */
export async function findKept(
  { sql }: Db,
  notice: KeptNotice,
  subject: string,
  sessionId: Id<"session"> | null,
): Promise<Id<"notice"> | undefined> {
  const [same] = await sql<{ id: Id<"notice"> }[]>`
    select id from notices
    where mode = ${notice.mode} and provider = ${notice.provider} and payment_key = ${subject} and body = ${notice.body}
      and session_id is not distinct from ${sessionId}
    limit 1`;
  return same?.id;
}

/**
 * Keeps a notice that recorded nothing new under its subject (a payment's key, a settlement's reference, or the
 * notice's own digest), unless the same bytes are kept there already for the same session.
 * Answers the id it is kept under.
 */
export async function keepNotice(
  db: Db,
  notice: KeptNotice,
  subject: string,
  owner: Owner = {},
): Promise<Id<"notice">> {
  const kept = await findKept(db, notice, subject, owner.sessionId ?? null);
  if (kept) return kept;
  await db.sql`
    insert into notices (id, organisation_id, session_id, mode, provider, event, payment_key, body, signature, received_at)
    values (${notice.noticeId}, ${owner.organisationId ?? null}, ${owner.sessionId ?? null}, ${notice.mode},
      ${notice.provider}, ${notice.event}, ${subject}, ${notice.body}, ${notice.signature}, ${notice.receivedAt})
    on conflict (id) do nothing`;
  return notice.noticeId;
}
