import type { Table } from "drizzle-orm";

/**
 * Some columns of a table as a raw SQL statement returns them: the driver converts column names to camel case, int8 to
 * `bigint` and timestamps to `Date`, as the schema's column types say (`rows.test.ts`).
 */
export type RowOf<T extends Table, K extends keyof T["$inferSelect"]> = Pick<T["$inferSelect"], K>;
