import postgres from "postgres";
import { beforeAll, describe, expect, test } from "vitest";
import { type Id, newId } from "@/lib/core/ids";
import { asOrganisation, asOrganisationTx, type Db, systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";

const database = useTestDatabase();
const OURS = newId("organisation");
const THEIRS = newId("organisation");
const STRANGERS = newId("organisation");
const NOT_ALLOWED = "42501";

interface Column {
  name: string;
  type: string;
  isWanted: boolean;
}

interface Table {
  name: string;
  /** The column that says whose a row is; none: the table is the house's own. */
  ownedBy: string | undefined;
  columns: Column[];
}

let tables: Table[];

/** Every table there is, from the database's own catalogue: a new one is judged as soon as it exists. */
async function readCatalogue(sql: Db["sql"]): Promise<Table[]> {
  const rows = await sql<(Column & { table: string })[]>`
    select c.table_name as table, c.column_name as name, c.udt_name as type,
      c.is_nullable = 'NO' and c.column_default is null or c.column_name = 'organisation_id'
        or (c.table_name, c.column_name) = ('settlement_lines', 'gross') as "isWanted"
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

/** Words that a constraint demands; any other text is the organisation's id, so that rows refer to one another. */
const WORDS: Record<string, string> = {
  mode: "test",
  state: "pending",
  status: "pending",
  transaction_status: "pending",
  channel: "pos",
  kind: "refund",
  stage: "opened",
};
/** The same for a column of one table alone. */
const WORDS_OF: Record<string, string> = { "settlement_lines state": "waiting" };
const VALUES: Record<string, string> = {
  timestamptz: "now()",
  date: "now()",
  bytea: "''",
  jsonb: "'{}'",
  _text: "'{}'",
  bool: "false",
};

/** One row of a table, an organisation's, by what the catalogue says of its columns. */
function insertion({ name, columns }: Table, organisation: string): string {
  const wanted = columns.filter(({ isWanted }) => isWanted);
  const values = wanted.map((column) => {
    if (column.type === "text")
      return `'${WORDS_OF[`${name} ${column.name}`] ?? WORDS[column.name] ?? organisation}'`;
    return VALUES[column.type] ?? "1";
  });
  return `insert into ${name} (${wanted.map((column) => column.name).join(", ")}) values (${values.join(", ")})`;
}

/** Puts a row of the organisation into every table; a row that refers to one not there yet waits for the next turn. */
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

/** The tables of which a claim does not hold. */
async function tablesAgainst(holds: (table: Table) => Promise<boolean>): Promise<string[]> {
  const against: string[] = [];
  for (const table of tables) if (!(await holds(table))) against.push(table.name);
  return against;
}

/** Whether the database refused a statement because of a policy, and nothing else. */
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
  tables = await readCatalogue(systemDb().sql);
  // The grants are a wall before this one; it is taken away, so that the policies stand alone.
  await connectAs(database.ownerUrl, undefined, (sql) =>
    sql.unsafe("grant select, insert, update, delete on all tables in schema public to takings_app"),
  );
  // The deployment's own connections belong to no organisation.
  await systemDb().sql`delete from bank_connections`;
  for (const organisation of [OURS, THEIRS]) await fill(organisation);
});

describe("with the application's own scoping taken out", () => {
  test("every table holds rows of both organisations", async () => {
    expect(tables.length).toBeGreaterThan(15);
    expect(await tablesAgainst(async (table) => (await countIn(systemDb().sql, table)) === 2)).toEqual([]);
  });

  test("every table shows the organisation's rows alone, and the house's own tables show none", async () => {
    const against = await tablesAgainst(async ({ name, ownedBy }) => {
      const rows = await asOrganisation(OURS, ({ sql }) => sql.unsafe(`select * from ${name}`));
      return ownedBy ? rows.length === 1 && rows[0]?.[ownedBy] === OURS : rows.length === 0;
    });
    expect(against).toEqual([]);
  });

  test("the same in a SQL transaction", async () => {
    const against = await tablesAgainst(async (table) => {
      const count = await asOrganisationTx(OURS, ({ sql }) => countIn(sql, table));
      return count === (table.ownedBy ? 1 : 0);
    });
    expect(against).toEqual([]);
  });

  test("asking for another organisation's rows by name finds none", async () => {
    const against = await tablesAgainst(async ({ name, ownedBy }) => {
      if (!ownedBy) return true;
      const rows = await asOrganisation(OURS, ({ sql }) =>
        sql.unsafe(`select 1 from ${name} where ${ownedBy} = $1`, [THEIRS]),
      );
      return rows.length === 0;
    });
    expect(against).toEqual([]);
  });

  test("no table takes a row for another organisation", async () => {
    const against = await tablesAgainst((table) =>
      isRefusedByPolicy(
        asOrganisationTx(OURS, ({ sql }) => sql.unsafe(insertion(table, STRANGERS)).then(() => undefined)),
      ),
    );
    expect(against).toEqual([]);
  });

  test("no row can be given to another organisation", async () => {
    const against = await tablesAgainst(async ({ name, ownedBy }) => {
      if (!ownedBy) return true;
      const giving = asOrganisationTx(OURS, ({ sql }) =>
        sql.unsafe(`update ${name} set ${ownedBy} = $1`, [STRANGERS]).then(() => undefined),
      );
      return isRefusedByPolicy(giving);
    });
    expect(against).toEqual([]);
  });

  test("no row of another organisation is changed or deleted", async () => {
    const against = await tablesAgainst(async ({ name, columns }) => {
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
    expect(against).toEqual([]);
    expect(await tablesAgainst(async (table) => (await countIn(systemDb().sql, table)) === 2)).toEqual([]);
  });

  for (const organisation of ["", "%", "org_", OURS.toUpperCase(), `${OURS} `]) {
    test(`the organisation "${organisation.slice(0, 5)}" of ${organisation.length} letters has no rows`, async () => {
      const against = await tablesAgainst(
        async (table) => (await asOrganisation(asId(organisation), ({ sql }) => countIn(sql, table))) === 0,
      );
      expect(against).toEqual([]);
    });
  }
});

/** A text in the place of an organisation's id; the wall is asked what it makes of one that is none. */
const asId = (text: string) => text as Id<"organisation">;

describe("without an organisation", () => {
  test("the application's role sees no row and leaves none", async () => {
    await connectAs(database.url, "takings_app", async (sql) => {
      expect(await tablesAgainst(async (table) => (await countIn(sql, table)) === 0)).toEqual([]);
      const refused = await tablesAgainst((table) =>
        isRefusedByPolicy(sql.unsafe(insertion(table, STRANGERS))),
      );
      expect(refused).toEqual([]);
    });
  });

  test("the login itself, in neither role, may not read", async () => {
    await connectAs(database.url, undefined, async (sql) => {
      const readable = await tablesAgainst((table) =>
        countIn(sql, table).then(
          (count) => count === 0,
          () => true,
        ),
      );
      expect(readable).toEqual([]);
    });
  });

  test("the owner of the tables sees no row and leaves none", async () => {
    await connectAs(database.ownerUrl, undefined, async (sql) => {
      expect(await tablesAgainst(async (table) => (await countIn(sql, table)) === 0)).toEqual([]);
      const refused = await tablesAgainst((table) =>
        isRefusedByPolicy(sql.unsafe(insertion(table, STRANGERS))),
      );
      expect(refused).toEqual([]);
    });
  });
});

describe("in the catalogue", () => {
  test("every table has row-level security, forced, with policies for the two roles alone", async () => {
    const rows = await systemDb().sql<{ name: string; walled: boolean; roles: string[] }[]>`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as walled,
        (select coalesce(array_agg(distinct r.rolname::text order by r.rolname::text), '{}') from pg_policy p
          left join pg_roles r on r.oid = any(p.polroles) where p.polrelid = c.oid) as roles
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;
    expect(rows.filter(({ walled }) => !walled).map(({ name }) => name)).toEqual([]);
    const ownedByHouse = tables.filter(({ ownedBy }) => !ownedBy).map(({ name }) => name);
    for (const { name, roles } of rows) {
      const expected = ownedByHouse.includes(name) ? ["takings_system"] : ["takings_app", "takings_system"];
      expect(roles, name).toEqual(expected);
    }
  });

  test("nothing leads around the wall: no view, no function that runs as its owner", async () => {
    const views = await systemDb().sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'f')`;
    const functions = await systemDb().sql`
      select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`;
    expect([...views, ...functions]).toEqual([]);
  });

  test("the application's role owns nothing, passes nothing by and cannot become the other", async () => {
    const [role] = await systemDb().sql`
      select rolsuper, rolbypassrls, rolcanlogin,
        pg_has_role('takings_app', 'takings_system', 'member') as "isSystem",
        (select count(*)::int from pg_class where relowner = r.oid) as owned
      from pg_roles r where rolname = 'takings_app'`;
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcanlogin: false,
      isSystem: false,
      owned: 0,
    });
  });
});
