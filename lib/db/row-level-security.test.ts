import postgres from "postgres";
import { beforeAll, describe, expect, test } from "vitest";
import { type Id, newId } from "@/lib/core/ids";
import { asOrganisation, asOrganisationTx, type Db, systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";

const database = useTestDatabase();
const OURS = newId("organisation");
const THEIRS = newId("organisation");
const OTHERS = newId("organisation");
const NOT_ALLOWED = "42501";

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
}

interface Table {
  name: string;
  /** The column with the organisation's id; undefined for tables without an organisation. */
  ownedBy: string | undefined;
  columns: Column[];
}

let tables: Table[];

/** Lists all tables from the database's catalogue. */
async function readTables(sql: Db["sql"]): Promise<Table[]> {
  const rows = await sql<(Column & { table: string })[]>`
    select c.table_name as table, c.column_name as name, c.udt_name as type,
      c.is_nullable = 'NO' and c.column_default is null or c.column_name = 'organisation_id'
        or (c.table_name, c.column_name) in (('settlement_lines', 'gross'), ('bank_connections', 'credentials'),
          ('webhook_deliveries', 'transaction_id'), ('webhook_deliveries', 'transaction_status')) as "isRequired"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`;
  return [...new Set(rows.map(({ table }) => table))].map((name) => {
    const columns = rows.filter(({ table }) => table === name);
    const isOwned = columns.some((column) => column.name === "organisation_id");
    return {
      name,
      columns,
      ownedBy: name === "organisations" ? "id" : isOwned ? "organisation_id" : undefined,
    };
  });
}

/** Values that constraints require; all other texts are the organisation's id, so that foreign keys match. */
const COLUMN_VALUES: Record<string, string> = {
  mode: "test",
  state: "pending",
  status: "pending",
  transaction_status: "pending",
  channel: "pos",
  kind: "refund",
  stage: "opened",
  secret: "v1.key.secret",
};
/** Required values for columns of single tables. */
const TABLE_COLUMN_VALUES: Record<string, string> = {
  "settlement_lines state": "waiting",
  "settlements source": "list",
  "expected_payment_matches matched_by": "reference",
  "devices method": "operator",
  ...{ "refunds method": "manual", "refunds state": "awaiting_approval" },
  "device_claims state": "open",
  ...{ "signing_secrets secret": "v1.key.secret", "shared_secrets secret": "v1.key.secret" },
  ...{ "payment_pages token": "v1.key.secret", "bank_connections credentials": "v1.key.secret" },
  "push_subscriptions subscription": "v1.key.secret",
};
const TYPE_VALUES: Record<string, string> = {
  timestamptz: "now()",
  date: "now()",
  bytea: "''",
  jsonb: "'{}'",
  _text: "'{}'",
  bool: "false",
};

/** Returns the statement that inserts a row of an organisation, with values for all required columns. */
function insertion({ name, columns }: Table, organisation: string): string {
  const required = columns.filter(({ isRequired }) => isRequired);
  const values = required.map((column) => {
    if (column.type === "text")
      return `'${TABLE_COLUMN_VALUES[`${name} ${column.name}`] ?? COLUMN_VALUES[column.name] ?? organisation}'`;
    return TYPE_VALUES[column.type] ?? "1";
  });
  return `insert into ${name} (${required.map((column) => column.name).join(", ")}) values (${values.join(", ")})`;
}

/** Inserts a row of the organisation into every table; rows whose foreign keys do not exist yet are retried. */
async function fill(organisation: string): Promise<void> {
  let waiting = tables;
  for (let turn = 0; waiting.length > 0; turn++) {
    const next: Table[] = [];
    for (const table of waiting) {
      await systemDb()
        .sql.unsafe(insertion(table, organisation))
        .catch((thrown) => {
          if (turn === 5) throw thrown;
          next.push(table);
        });
    }
    waiting = next;
  }
}

/** Returns the names of the tables for which a condition does not hold. */
async function findViolations(holds: (table: Table) => Promise<boolean>): Promise<string[]> {
  const violations: string[] = [];
  for (const table of tables) if (!(await holds(table))) violations.push(table.name);
  return violations;
}

/** Returns whether the database refused a statement because of a policy. */
async function isRefusedByPolicy(work: Promise<unknown>): Promise<boolean> {
  const thrown: unknown = await work.then(
    () => undefined,
    (reason) => reason,
  );
  return (
    thrown instanceof postgres.PostgresError && thrown.code === NOT_ALLOWED && /policy/.test(thrown.message)
  );
}

async function connectAs<T>(url: string, role: string | undefined, work: (sql: postgres.Sql) => Promise<T>) {
  const sql = postgres(url, { max: 1, onnotice: () => {}, ...(role && { connection: { role } }) });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const countIn = async (sql: Db["sql"] | postgres.Sql, { name }: Table) =>
  Number((await sql.unsafe(`select count(*)::int as count from ${name}`))[0]?.count);

beforeAll(async () => {
  tables = await readTables(systemDb().sql);
  // The grants are a first barrier; all rights are granted here, so that only the policies protect the rows.
  await connectAs(database.ownerUrl, undefined, (sql) =>
    sql.unsafe("grant select, insert, update, delete on all tables in schema public to takings_app"),
  );
  // The deployment's own connections belong to no organisation.
  await systemDb().sql`delete from bank_connections`;
  for (const organisation of [OURS, THEIRS]) await fill(organisation);
});

describe("without the application's own scoping", () => {
  test("every table has rows of both organisations", async () => {
    expect(tables.length).toBeGreaterThan(15);
    expect(await findViolations(async (table) => (await countIn(systemDb().sql, table)) === 2)).toEqual([]);
  });

  test("only the organisation's rows are visible, and none of tables without an organisation", async () => {
    const violations = await findViolations(async ({ name, ownedBy }) => {
      const rows = await asOrganisation(OURS, ({ sql }) => sql.unsafe(`select * from ${name}`));
      return ownedBy ? rows.length === 1 && Object.values(rows[0] ?? {}).includes(OURS) : rows.length === 0;
    });
    expect(violations).toEqual([]);
  });

  test("only the organisation's rows are visible in a SQL transaction", async () => {
    const violations = await findViolations(async (table) => {
      const count = await asOrganisationTx(OURS, ({ sql }) => countIn(sql, table));
      return count === (table.ownedBy ? 1 : 0);
    });
    expect(violations).toEqual([]);
  });

  test("a query for another organisation's id finds no rows", async () => {
    const violations = await findViolations(async ({ name, ownedBy }) => {
      if (!ownedBy) return true;
      const rows = await asOrganisation(OURS, ({ sql }) =>
        sql.unsafe(`select 1 from ${name} where ${ownedBy} = $1`, [THEIRS]),
      );
      return rows.length === 0;
    });
    expect(violations).toEqual([]);
  });

  test("no row can be inserted for another organisation", async () => {
    const violations = await findViolations((table) =>
      isRefusedByPolicy(
        asOrganisationTx(OURS, ({ sql }) => sql.unsafe(insertion(table, OTHERS)).then(() => undefined)),
      ),
    );
    expect(violations).toEqual([]);
  });

  test("no row can be moved to another organisation", async () => {
    const violations = await findViolations(async ({ name, ownedBy }) => {
      if (!ownedBy) return true;
      const move = asOrganisationTx(OURS, ({ sql }) =>
        sql.unsafe(`update ${name} set ${ownedBy} = $1`, [OTHERS]).then(() => undefined),
      );
      return isRefusedByPolicy(move);
    });
    expect(violations).toEqual([]);
  });

  test("no row of another organisation can be changed or deleted", async () => {
    const violations = await findViolations(async ({ name, columns }) => {
      const column = columns[0]?.name;
      const changed = await asOrganisationTx(OURS, async ({ sql }) => {
        const update = await sql.unsafe(`update ${name} set ${column} = ${column} where ${column} <> $1`, [
          OURS,
        ]);
        const removal = await sql.unsafe(`delete from ${name} where ${column} <> $1`, [OURS]);
        return update.count + removal.count;
      });
      return changed === 0;
    });
    expect(violations).toEqual([]);
    expect(await findViolations(async (table) => (await countIn(systemDb().sql, table)) === 2)).toEqual([]);
  });

  for (const organisation of ["", "%", "org_", OURS.toUpperCase(), `${OURS} `]) {
    test(`the organisation "${organisation.slice(0, 5)}" of ${organisation.length} letters has no rows`, async () => {
      const violations = await findViolations(
        async (table) => (await asOrganisation(asId(organisation), ({ sql }) => countIn(sql, table))) === 0,
      );
      expect(violations).toEqual([]);
    });
  }
});

const asId = (text: string) => text as Id<"organisation">;

describe("without an organisation", () => {
  test("the application's role can neither read nor insert rows", async () => {
    await connectAs(database.url, "takings_app", async (sql) => {
      expect(await findViolations(async (table) => (await countIn(sql, table)) === 0)).toEqual([]);
      const refused = await findViolations((table) =>
        isRefusedByPolicy(sql.unsafe(insertion(table, OTHERS))),
      );
      expect(refused).toEqual([]);
    });
  });

  test("the login itself, without a role, cannot read", async () => {
    await connectAs(database.url, undefined, async (sql) => {
      const readable = await findViolations((table) =>
        countIn(sql, table).then(
          (count) => count === 0,
          () => true,
        ),
      );
      expect(readable).toEqual([]);
    });
  });

  test("the owner of the tables can neither read nor insert rows", async () => {
    await connectAs(database.ownerUrl, undefined, async (sql) => {
      expect(await findViolations(async (table) => (await countIn(sql, table)) === 0)).toEqual([]);
      const refused = await findViolations((table) =>
        isRefusedByPolicy(sql.unsafe(insertion(table, OTHERS))),
      );
      expect(refused).toEqual([]);
    });
  });
});

describe("in the catalogue", () => {
  test("every table has forced row-level security with policies only for the two roles", async () => {
    const rows = await systemDb().sql<{ name: string; isForced: boolean; roles: string[] }[]>`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isForced",
        (select coalesce(array_agg(distinct r.rolname::text order by r.rolname::text), '{}') from pg_policy p
          left join pg_roles r on r.oid = any(p.polroles) where p.polrelid = c.oid) as roles
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;
    expect(rows.filter(({ isForced }) => !isForced).map(({ name }) => name)).toEqual([]);
    const withoutOrganisation = tables.filter(({ ownedBy }) => !ownedBy).map(({ name }) => name);
    for (const { name, roles } of rows) {
      const expected = withoutOrganisation.includes(name)
        ? ["takings_system"]
        : ["takings_app", "takings_system"];
      expect(roles, name).toEqual(expected);
    }
  });

  // These functions create and drop partitions; they read, change and return no rows.
  test("no view and no SECURITY DEFINER function bypasses row-level security", async () => {
    const views = await systemDb().sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'f')`;
    const functions = await systemDb().sql`
      select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`;
    const names = [...views, ...functions].map(({ relname, proname }) => relname ?? proname);
    expect(names).toEqual(["prepare_request_log", "prepare_webhook_attempts"]);
  });

  test("the application's role owns nothing, has no BYPASSRLS and cannot become the system role", async () => {
    const [role] = await systemDb().sql`
      select rolsuper, rolbypassrls, rolcanlogin,
        pg_has_role('takings_app', 'takings_system', 'member') as "isSystem",
        (select count(*)::int from pg_class where relowner = r.oid) as owned
      from pg_roles r where rolname = 'takings_app'`;
    const none = { rolsuper: false, rolbypassrls: false, rolcanlogin: false, isSystem: false };
    expect(role).toEqual({ ...none, owned: 0 });
  });
});
