/** Guarantee: a change of any stored value that says what money there is, or where it belongs, is named. */
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { verifyTotals } from "./index";
import { NOT_COVERED } from "./testing/not-covered";
import { buildWorld } from "./testing/world";

const database = useTestDatabase();
let owner: postgres.Sql;

/** One row of each table that holds money or says where it belongs; of transactions one of each kind. */
const ROWS: readonly [table: string, row: string][] = [
  ["transactions", "settled_on is not null"],
  ["transactions", "terminal_id is not null and operator_id is not null"],
  ["payments", "transaction_id is not null and not needs_review"],
  ["session_totals", "count > 0"],
  ["settlement_totals", "true"],
  ["settlement_lines", "state = 'applied'"],
  ["reversals", "transaction_id is not null"],
  ["exceptions", "reason = 'unknown_destination' and resolved_at is null"],
  ["exceptions", "resolution = 'noted'"],
  ["notices", "outcome = 'recorded' and provider = 'monnify'"],
  ["notices", "outcome = 'settlement'"],
  ["notices", "outcome = 'reversal'"],
  ["deliveries", "state = 'delivered'"],
  ["delivery_attempts", "status = 200"],
  ["session_counters", "status = 'closed'"],
  ["catalogue_minutes", "count > 0"],
  ["retired_payments", "true"],
  ["confirmations", "true"],
  ["terminals", "last_number > 0"],
];
const TABLES = [...new Set(ROWS.map(([table]) => table))];

beforeAll(async () => {
  await buildWorld();
  owner = postgres(database.ownerUrl, { max: 1, onnotice: () => undefined });
  for (const table of TABLES) {
    await owner.unsafe(`alter table ${table} no force row level security`);
    await owner.unsafe(`create table ${table}_before as table ${table}`);
  }
}, 120_000);
afterAll(() => owner?.end());

const names = async () => (await verifyTotals({})).differences.map(({ what }) => what);

/** Tables that others refer to are restored row by row. */
async function restore(table: string): Promise<void> {
  await owner.begin(async (sql) => {
    await sql.unsafe("set constraints all deferred");
    if (table === "terminals") {
      await sql.unsafe(`update terminals t set (${await columnList(table)}) = (select ${await columnList(table, "b.")}
        from terminals_before b where b.id = t.id or b.terminal_id = t.terminal_id limit 1)`);
      return;
    }
    await sql.unsafe(`delete from ${table}`);
    await sql.unsafe(`insert into ${table} select * from ${table}_before`);
  });
}

interface Column {
  name: string;
  type: string;
}

const columnsOf = (table: string) => owner<Column[]>`
  select column_name as name, data_type as type from information_schema.columns
  where table_schema = 'public' and table_name = ${table} order by ordinal_position`;
const columnList = async (table: string, prefix = "") =>
  (await columnsOf(table)).map(({ name }) => `${prefix}${name}`).join(", ");

/** Other values of a column, as SQL; the first that the column's constraints accept is taken. */
function otherValues({ name, type }: Column): string[] {
  switch (type) {
    case "bigint":
    case "integer":
      return [`coalesce(${name}, 0) + 1`];
    case "boolean":
      return [`not ${name}`];
    case "date":
      return [`coalesce(${name}, '2026-11-01') + 1`];
    case "timestamp with time zone":
      return [`coalesce(${name}, now()) - interval '1 hour'`];
    case "bytea":
      return [`coalesce(${name}, '') || '\\x20'`];
    case "jsonb":
      return [`coalesce(${name}, '{}') || '{"amount": "1.00"}'`];
    default:
      return [
        `coalesce(${name}, '') || 'x'`,
        ...[
          "pending",
          "pos",
          "bank_transfer",
          "waiting",
          "failed",
          "active",
          "refund",
          "dispute",
          "opened",
        ].map((value) => `nullif('${value}', ${name})`),
      ];
  }
}

/** Changes one column of one row; answers whether any other value is possible. */
async function change(table: string, row: string, column: Column): Promise<boolean> {
  for (const value of otherValues(column)) {
    try {
      const changed = await owner.unsafe(
        `update ${table} set ${column.name} = ${value} where ctid = (select ctid from ${table} where ${row} order by 1 limit 1)`,
      );
      if (changed.count === 1) return true;
    } catch (thrown) {
      if (!(thrown instanceof postgres.PostgresError && thrown.code.startsWith("23"))) throw thrown;
    }
  }
  return false;
}

test("what the product does by itself shows no difference", async () => {
  for (const [table, row] of ROWS)
    expect(await owner.unsafe(`select from ${table} where ${row}`), `${table} ${row}`).not.toHaveLength(0);
  expect((await verifyTotals({})).differences).toEqual([]);
});

test("each changed column of each table is named, or is listed as not covered", {
  timeout: 600_000,
}, async () => {
  const missed: string[] = [];
  let changes = 0;
  for (const [table, row] of ROWS) {
    for (const column of await columnsOf(table)) {
      if (!(await change(table, row, column))) continue;
      changes++;
      if ((await names()).length === 0 && !NOT_COVERED.has(`${table}.${column.name}`))
        missed.push(`${table}.${column.name} where ${row}`);
      await restore(table);
    }
  }
  expect(await names()).toEqual([]);
  expect(missed, `${missed.length} of ${changes}`).toEqual([]);
});

test.each([
  "transactions",
  "payments",
  "settlement_lines",
  "reversals",
  "exceptions",
  "notices",
  "delivery_attempts",
  "session_counters",
  "session_totals",
  "settlement_totals",
  "catalogue_minutes",
  "retired_payments",
])("a deleted row of %s is named", { timeout: 120_000 }, async (table) => {
  const rows = await owner.unsafe(
    `select to_jsonb(t)::text as row from ${table} t where ${table === "delivery_attempts" ? "status = 200" : "true"}`,
  );
  for (const { row } of rows) {
    await owner.unsafe(`delete from ${table} t where to_jsonb(t)::text = $1`, [row]);
    const found = await names();
    await restore(table);
    expect(found, row).not.toEqual([]);
  }
});

test.each([
  [
    "a kobo moved between two payments of one minute",
    `update transactions t set amount = amount + case rank when 1 then 1 else -1 end from (
      select id, rank() over (order by id) from transactions where status = 'successful' and terminal_id is null and settled_on is null order by id limit 2) m
      where m.id = t.id`,
    "amount of txn_",
  ],
  [
    "two swapped sequence numbers",
    `with m as (select session_id, min(number) as low from transactions group by 1 having count(*) > 2 limit 1)
      update transactions t set number = -(2 * low + 1 - number) from m where t.session_id = m.session_id and number in (low, low + 1)`,
    "order of txn_",
  ],
  [
    "a forged payment",
    `insert into transactions select (jsonb_populate_record(t, jsonb_build_object('id', 'txn_forged', 'number', 1000, 'payment_key', 'forged', 'notice_id', 'ntc_forged'))).*
      from transactions t where terminal_id is null limit 1`,
    "notification of txn_forged",
  ],
  [
    "a payment recorded twice under one notification",
    `insert into transactions select (jsonb_populate_record(t, jsonb_build_object('id', 'txn_forged', 'number', 1000))).*
      from transactions t where terminal_id is null limit 1`,
    "identity of txn_forged",
  ],
  [
    "an event marked delivered",
    "update deliveries set state = 'delivered', delivered_at = created_at where state <> 'delivered'",
    "state of event evt_",
  ],
  [
    "a body changed with its digest",
    "update notices set body = '{}', digest = sha256('{}') where outcome = 'recorded' and provider = 'monnify'",
    "notification of txn_",
  ],
  [
    "an adapter version that is unknown",
    "update notices set adapter_version = 99 where outcome = 'recorded' and provider = 'monnify'",
    "unknown adapter monnify version 99",
  ],
  [
    "a session opened again",
    "update session_counters set status = 'active', closed_at = null where status = 'closed'",
    "state of the session",
  ],
])("%s is named", { timeout: 60_000 }, async (_, tampering, named) => {
  await owner.unsafe(tampering);
  // Numbers are unique at each row of the change: swapped by way of negative ones.
  await owner.unsafe("update transactions set number = -number where number < 0");
  const found = await names();
  for (const table of ["transactions", "deliveries", "notices", "session_counters"]) await restore(table);
  expect(found.join("\n")).toContain(named);
  if (named.startsWith("unknown")) expect(found.filter((what) => what.startsWith("unknown"))).toHaveLength(1);
  expect(await systemDb().sql`select from transactions where id = 'txn_forged'`).toHaveLength(0);
});
