import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { decrypt } from "@/lib/security/encryption";
import { hashRecoveryCode } from "./recovery-codes";
import { findStep } from "./totp";

/** What a code was, where it was accepted. */
export type AcceptedCode = "app" | "recovery";

/** Where a member's secret is stored, for its encryption. */
export const secretContext = (memberId: Id<"member">) => `second_factors.secret:${memberId}`;

/** Whether a member has a second factor. */
export async function hasSecondFactor({ sql }: Db, memberId: Id<"member">): Promise<boolean> {
  return (await sql`select from second_factors where member_id = ${memberId}`).length > 0;
}

/**
 * Uses up a code of a member's app or a recovery code, inside a SQL transaction of the caller's: each is accepted once,
 * also where it is sent twice at the same time. `undefined` for a wrong or used code, and for a member without a second
 * factor.
 */
export async function acceptCode(
  { sql }: Db,
  memberId: Id<"member">,
  code: string,
): Promise<AcceptedCode | undefined> {
  const [factor] = await sql<{ secret: string; lastStep: bigint }[]>`
    select secret, last_step as "lastStep" from second_factors where member_id = ${memberId} for update`;
  if (!factor) return undefined;
  const step = findStep(decrypt(factor.secret, secretContext(memberId)), code);
  if (step !== undefined) {
    if (step <= BigInt(factor.lastStep)) return undefined;
    await sql`update second_factors set last_step = ${step} where member_id = ${memberId}`;
    return "app";
  }
  const hash = hashRecoveryCode(memberId, code);
  const used = await sql`
    update second_factors set recovery_hashes = array_remove(recovery_hashes, ${hash})
    where member_id = ${memberId} and ${hash} = any(recovery_hashes) returning member_id`;
  return used.length > 0 ? "recovery" : undefined;
}
