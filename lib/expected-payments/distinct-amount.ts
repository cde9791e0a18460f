import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { formatKobo, type Kobo } from "@/lib/core/money";
import type { Db } from "@/lib/db/client";
import { onServerOf } from "@/lib/db/session-state";
import { isDistinctAmount } from "./match";

/** Returns the stored key of an amount to pay. */
export const amountKey = (sessionId: Id<"session">, amount: Kobo): string => `${sessionId} ${amount}`;

/** A reserved amount differs from the requested one by less than a naira. */
const MAX_OFFSET = 99n;
/** How long after its expiry an amount stays reserved, so that a late payment is not matched with another order. */
const HOLD = "1 hour";
/** An amount that one of the session's last payments had is not reserved: it may be a price. */
const RECENT_PAYMENTS = 1_000n;

/** The amounts that can be reserved for an amount, the nearest first. */
export function listDistinctAmounts(amount: Kobo): Kobo[] {
  const near: Kobo[] = [];
  for (let offset = 1n; offset <= MAX_OFFSET; offset++) near.push(amount + offset, amount - offset);
  return near.filter(isDistinctAmount);
}

/**
 * Chooses the amount that is reserved for an expected payment: a few kobo from `amount`, no amount that a price or another
 * payment of the session has. The caller holds the lock of the session's state row. Throws `Failure("conflict")` if all
 * are reserved.
 */
export async function chooseDistinctAmount(
  db: Db,
  session: { sessionId: Id<"session">; lastSequence: bigint },
  amount: Kobo,
): Promise<Kobo> {
  const { sql } = db;
  const { sessionId, lastSequence } = session;
  const [free] = await sql<{ amount: Kobo }[]>`
    select c.amount from unnest(${listDistinctAmounts(amount).map(String)}::text[]::bigint[]) with ordinality as c(amount, place)
    where not exists (
        select from expected_payments e where e.amount_key = ${sessionId} || ' ' || c.amount ${onServerOf(db, "e.session_id", sessionId)}
          and case when e.match_by_amount then e.expires_at > clock_timestamp() - ${HOLD}::interval
            else e.status in ('awaiting', 'underpaid') and coalesce(e.expires_at > clock_timestamp(), true) end)
      and c.amount not in (
        select t.amount from transactions t
        where t.session_id = ${sessionId} and t.sequence > ${lastSequence - RECENT_PAYMENTS})
    order by c.place limit 1`;
  if (free) return free.amount;
  throw new Failure("conflict", {
    detail: `All distinct amounts near ${formatKobo(amount)} are reserved in this session. Try again after one has expired, or match by the reference alone.`,
  });
}

/** Throws `Failure("conflict")` if an amount is reserved for another expected payment of the session. */
export async function requireUnreserved({ sql }: Db, sessionId: Id<"session">, amount: Kobo): Promise<void> {
  const [reserved] = await sql`
    select from expected_payments e where e.amount_key = ${amountKey(sessionId, amount)} and e.match_by_amount
      and e.expires_at > clock_timestamp() - ${HOLD}::interval`;
  if (!reserved) return;
  throw new Failure("conflict", {
    detail: `The amount ${formatKobo(amount)} is reserved for another expected payment of this session. Use another amount.`,
  });
}
