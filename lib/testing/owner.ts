import postgres from "postgres";

/** Runs statements as the owner of the tables, on a connection of its own. */
export async function connectAsOwner<T>(
  ownerUrl: string,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  return work(sql).finally(() => sql.end());
}
