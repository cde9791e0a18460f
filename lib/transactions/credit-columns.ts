import type { BankCredit } from "@/lib/bank";
import { CREDIT_COLUMNS, transactions } from "@/lib/db/schema";

/** The names of the columns that are copied from a credit, as SQL text, each with a prefix such as `t.`. */
export const creditColumnNames = (prefix = ""): string =>
  CREDIT_COLUMNS.map((column) => `${prefix}${transactions[column].name}`).join(", ");

/** The same columns with their SQL types, for a record definition. */
export const creditColumnDefinitions = (): string =>
  CREDIT_COLUMNS.map((column) => `${transactions[column].name} ${transactions[column].getSQLType()}`).join(
    ", ",
  );

type CreditColumn = (typeof CREDIT_COLUMNS)[number];
type SnakeCase<T extends string> = T extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";
/** The values of the columns by their names, as JSON; absent ones are undefined. */
type CreditValues = Record<SnakeCase<CreditColumn>, string | undefined>;

/** The columns that are copied from a credit, each with its name in SQL. */
const COLUMN_NAMES = CREDIT_COLUMNS.map((column) => [column, transactions[column].name] as const);

/** Returns the values of the columns that are copied from a credit. */
export function toCreditValues(credit: BankCredit): CreditValues {
  const values: Record<string, string | undefined> = {};
  for (const [column, name] of COLUMN_NAMES) values[name] = credit[column]?.toString();
  return values as CreditValues;
}
