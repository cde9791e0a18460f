/**
 * Guarantee: the rows of a session can be stored on a server of their own. Every key of a table with a row per session begins
 * with `session_id`, because a server can check only keys of its own rows (`docs/decisions/0031-keys-by-session.md`).
 */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";

useTestDatabase();

/** Tables whose rows may belong to no session: they cannot be placed by it, so their keys are not checked. */
const NOT_OF_ONE_SESSION: Record<string, string> = {
  audit_entries: "an action can concern the whole organisation",
  bank_notifications: "a notification is stored before it is known whether it belongs to a session",
  exceptions: "a payment without a destination belongs to no session until a person assigns it",
  payment_identities: "a payment is recorded once over all sessions: (mode, bank connection, payment key)",
  request_log: "most calls concern no session",
  reversals: "a reversal can be reported before its payment",
  webhook_replays: "a replay can concern every session of an organisation",
};

/** Tables with a row per session that stay on the coordinator of Citus. They could be distributed: their keys are checked too. */
const ON_COORDINATOR: Record<string, string> = {
  account_closures: "claimed over all sessions",
  account_reservations: "counted over all sessions of an organisation",
  payment_confirmations: "claimed over all sessions",
  payment_pages: "found by a token without the session",
  refunds: "claimed over all sessions",
  wallboard_links: "found by a token without the session",
  webhook_attempts: "read with their events",
  webhook_deliveries: "claimed over all sessions",
};

/** Keys of tables with a row per session that are unique over all sessions. */
const UNIQUE_OVER_ALL_SESSIONS: Record<string, string> = {
  sessions_account: "a bank names only the account number: from it the session is found",
  sessions_terminal_fragment: "the id of a terminal contains the fragment, which must tell sessions apart",
};

interface Key {
  tableName: string;
  keyName: string;
  isPrimary: boolean;
  firstColumn: string;
}

let tables: { name: string; isNullable: boolean }[];
let keys: Key[];

beforeAll(async () => {
  const { sql } = systemDb();
  tables = await sql`
    select c.relname as name, not a.attnotnull as is_nullable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'session_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`;
  keys = await sql`
    select c.relname as table_name, k.relname as key_name, i.indisprimary as is_primary,
      pg_get_indexdef(k.oid, 1, false) as first_column
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class k on k.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and i.indisunique order by 1, 2`;
});

const ofOneSession = () => tables.filter(({ isNullable }) => !isNullable).map(({ name }) => name);

test("a table whose rows may belong to no session is listed with its reason", () => {
  expect(ofOneSession().length).toBeGreaterThan(20);
  expect(tables.filter(({ isNullable }) => isNullable).map(({ name }) => name)).toEqual(
    Object.keys(NOT_OF_ONE_SESSION),
  );
});

test("every table with a row per session has a primary key, and its keys begin with the session", () => {
  const primary = new Set(keys.filter(({ isPrimary }) => isPrimary).map(({ tableName }) => tableName));
  expect(ofOneSession().filter((name) => !primary.has(name))).toEqual([]);
  const others = keys.filter(
    ({ tableName, firstColumn }) => ofOneSession().includes(tableName) && firstColumn !== "session_id",
  );
  expect(others.map(({ keyName }) => keyName)).toEqual(Object.keys(UNIQUE_OVER_ALL_SESSIONS));
});

test("a foreign key between tables with a row per session begins with the session on both sides", async () => {
  const found = await systemDb().sql<{ name: string; from: string; to: string; first: string[] }[]>`
    select f.conname as name, f.conrelid::regclass::text as from, f.confrelid::regclass::text as to,
      array[(select attname from pg_attribute where attrelid = f.conrelid and attnum = f.conkey[1]),
        (select attname from pg_attribute where attrelid = f.confrelid and attnum = f.confkey[1])]::text[] as first
    from pg_constraint f where f.contype = 'f' and f.connamespace = 'public'::regnamespace`;
  const among = found.filter(({ from, to }) => ofOneSession().includes(from) && ofOneSession().includes(to));
  expect(among.length).toBeGreaterThan(5);
  expect(among.filter(({ first }) => first.some((column) => column !== "session_id"))).toEqual([]);
});

test("a payment's identity is unique over all sessions", () => {
  const identity = keys.filter(({ tableName }) => tableName === "payment_identities");
  expect(identity).toEqual([
    {
      tableName: "payment_identities",
      keyName: "payment_identities_mode_bank_connection_id_payment_key_pk",
      isPrimary: true,
      firstColumn: "mode",
    },
  ]);
});

test("drizzle/citus.sql places every table with a row per session", () => {
  const statements = readFileSync("drizzle/citus.sql", "utf8");
  const distributed = [...statements.matchAll(/create_distributed_table\('(\w+)', '(\w+)'/g)];
  expect(distributed.filter(([, , column]) => column !== "session_id")).toEqual([]);
  const onEveryServer = [...statements.matchAll(/create_reference_table\('(\w+)'/g)];
  const placed = [...distributed, ...onEveryServer].map(([, table]) => table);
  expect([...placed, ...Object.keys(ON_COORDINATOR)].toSorted()).toEqual(ofOneSession());
});

test("drizzle/citus.sql leaves no foreign key between tables of different placement, and names those that it drops", async () => {
  const statements = readFileSync("drizzle/citus.sql", "utf8");
  const distributed = [...statements.matchAll(/create_distributed_table\('(\w+)'/g)].map(
    ([, table]) => table,
  );
  const placementOf = (table: string) =>
    table === "sessions" ? "every server" : distributed.includes(table) ? "by session" : "coordinator";
  const found = await systemDb().sql<{ name: string; from: string; to: string }[]>`
    select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
  const impossible = found.filter(({ from, to }) => {
    const [a, b] = [placementOf(from), placementOf(to)];
    return a !== b && !(a === "by session" && b === "every server");
  });
  const dropped = [...statements.matchAll(/drop constraint (\w+)/g)].map(([, name]) => name);
  expect(impossible.length).toBeGreaterThan(0);
  expect(impossible.map(({ name }) => name).filter((name) => !dropped.includes(name))).toEqual([]);
});
