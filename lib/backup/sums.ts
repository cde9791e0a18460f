import type { Db } from "@/lib/db/client";

/** How many transactions of a mode have a status, and how much they are together, in kobo. */
export interface Sum {
  mode: string;
  status: string;
  count: number;
  kobo: bigint;
}

/** The sums of all transactions, by mode and status, counted from the transactions themselves. */
export async function sumTransactions(sql: Db["sql"]): Promise<Sum[]> {
  // As text: the sum of all organisations may be beyond the range of a bigint column.
  const sums = await sql<(Omit<Sum, "kobo"> & { kobo: string })[]>`
    select mode, status, count(*)::int as count, sum(amount)::text as kobo
    from transactions group by mode, status order by mode collate "C", status collate "C"`;
  return sums.map(({ kobo, ...sum }) => ({ ...sum, kobo: BigInt(kobo) }));
}
