import type { Db } from "@/lib/db/client";

/** Number of transactions of one mode and status, and their total in kobo. */
export interface Sum {
  mode: string;
  status: string;
  count: number;
  kobo: bigint;
}

/** Sums all transactions by mode and status, computed from the transactions themselves. */
export async function sumTransactions(sql: Db["sql"]): Promise<Sum[]> {
  // As text: the sum over all organisations may exceed the range of bigint.
  const sums = await sql<(Omit<Sum, "kobo"> & { kobo: string })[]>`
    select mode, status, count(*)::int as count, sum(amount)::text as kobo
    from transactions group by mode, status order by mode collate "C", status collate "C"`;
  return sums.map(({ kobo, ...sum }) => ({ ...sum, kobo: BigInt(kobo) }));
}
