import { systemDb } from "@/lib/db/client";

/**
 * Lists the sub-accounts of the deployment's business at Nomba in which accounts of organisations can have been opened, also
 * those of shares that have ended, in a fixed order.
 */
export async function listSubAccounts(): Promise<string[]> {
  const rows = await systemDb().sql<{ id: string }[]>`
    select unnest(former_sub_account_ids) as id from bank_grants
    union select share->>'subAccountId' from bank_grants where share_provider = 'nomba' order by id`;
  return rows.map(({ id }) => id);
}
