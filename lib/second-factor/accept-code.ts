import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { secondFactors } from "@/lib/db/schema";
import { decrypt } from "@/lib/security/encryption";
import { hashRecoveryCode } from "./recovery-codes";
import { findStep } from "./totp";

/** The kind of an accepted code. */
export type AcceptedCode = "app" | "recovery";

/** The encryption context of a stored secret; `boundTo` is the id stored in the same row. */
export const secretContext = (boundTo: string) => `second_factors.secret:${boundTo}`;

/** Returns those of the given people who have a second factor. */
export async function listWithSecondFactor(
  { sql }: Db,
  people: readonly Id<"person">[],
): Promise<Set<Id<"person">>> {
  const rows = await sql<RowOf<typeof secondFactors, "personId">[]>`
    select person_id from second_factors where person_id = any(${people}::text[])`;
  return new Set(rows.map(({ personId }) => personId));
}

/**
 * Consumes a code of a person's app or a recovery code in the caller's SQL transaction. Each code is accepted once, even
 * if it is sent twice concurrently. Returns `undefined` for a wrong or used code, and for a person without a second factor.
 */
export async function acceptCode(
  { sql }: Db,
  personId: Id<"person">,
  code: string,
): Promise<AcceptedCode | undefined> {
  const [factor] = await sql<RowOf<typeof secondFactors, "secret" | "boundTo" | "lastStep">[]>`
    select secret, bound_to, last_step from second_factors
    where person_id = ${personId} for update`;
  if (!factor) return undefined;
  const step = findStep(decrypt(factor.secret, secretContext(factor.boundTo)), code);
  if (step !== undefined) {
    if (step <= BigInt(factor.lastStep)) return undefined;
    await sql`update second_factors set last_step = ${step} where person_id = ${personId}`;
    return "app";
  }
  const hash = hashRecoveryCode(factor.boundTo, code);
  const used = await sql`
    update second_factors set recovery_hashes = array_remove(recovery_hashes, ${hash})
    where person_id = ${personId} and ${hash} = any(recovery_hashes) returning person_id`;
  return used.length > 0 ? "recovery" : undefined;
}
