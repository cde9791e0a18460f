import { systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { bankGrants } from "@/lib/db/schema";

type Grant = RowOf<typeof bankGrants, "share" | "formerSubAccountIds">;

/**
 * Lists the sub-accounts of the deployment's business at Nomba in which accounts of organisations can have been opened, also
 * those of shares that have ended, in a fixed order.
 */
export async function listSubAccounts(): Promise<string[]> {
  const grants = await systemDb().sql<Grant[]>`
    select share, former_sub_account_ids from bank_grants
    where share_provider = 'nomba' or former_sub_account_ids <> '{}'`;
  const ids = grants.flatMap(({ share, formerSubAccountIds }) => [
    ...formerSubAccountIds,
    ...(share?.provider === "nomba" ? [String(share.subAccountId)] : []),
  ]);
  return [...new Set(ids)].toSorted();
}
