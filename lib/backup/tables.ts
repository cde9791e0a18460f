import { Failure } from "@/lib/core/errors/errors";
import type { Db } from "@/lib/db/client";

type Sql = Db["sql"];

interface Column {
  name: string;
  type: string;
}

/** A table as the system catalogue describes it. */
export interface Table {
  name: string;
  /** Excludes generated columns. */
  columns: Column[];
  /** The other tables that its foreign keys refer to. */
  references: string[];
  isForced: boolean;
  /** Whether the current role has the SELECT privilege. */
  isGranted: boolean;
  /** Whether row-level security lets the current role read every row. */
  isFullyReadable: boolean;
}

/** A sequence with its current value. */
export interface Sequence {
  name: string;
  lastValue: string;
  isCalled: boolean;
}

/**
 * The tables that a backup omits: the secrets of the deployment, of which the first start on a restored database stores its own, and
 * the request log.
 */
export const OMITTED_TABLES = ["shared_secrets", "request_log"];

/** Lists the tables of the schema `public` by name, except those that belong to an extension and `OMITTED_TABLES`. */
export async function listTables(sql: Sql): Promise<Table[]> {
  const applies = sql`(p.polroles = '{0}' or exists (
    select from unnest(p.polroles) as role where role <> 0 and pg_has_role(current_user, role, 'usage')))`;
  return sql<Table[]>`
    select c.relname::text as name, c.relforcerowsecurity as is_forced,
      has_table_privilege(c.oid, 'select') as is_granted,
      not c.relrowsecurity or exists (
        select from pg_policy p where p.polrelid = c.oid and ${applies} and p.polcmd in ('*', 'r')
          and p.polpermissive and pg_get_expr(p.polqual, c.oid) = 'true'
      ) and not exists (
        select from pg_policy p where p.polrelid = c.oid and ${applies} and p.polcmd in ('*', 'r')
          and not p.polpermissive
      ) as is_fully_readable,
      (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
          order by a.attnum), '[]')
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as references
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname <> all (${OMITTED_TABLES}::text[]) and not exists (
      select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname collate "C"`;
}

/** Throws `Failure("conflict")` that names each table the role cannot read completely, and why. */
export function requireReadable(tables: readonly Table[]): void {
  const faults = tables.flatMap(({ name, isGranted, isFullyReadable }) => [
    ...(isGranted ? [] : [`${name}: takings_system has no SELECT privilege`]),
    ...(isFullyReadable ? [] : [`${name}: row-level security shows takings_system only some rows, or none`]),
  ]);
  if (tables.length === 0) faults.push("the database has no tables: it was never migrated");
  if (faults.length > 0)
    throw new Failure("conflict", {
      detail: `The database cannot be backed up whole: ${faults.join("; ")}.`,
    });
}

/** Sorts tables so that each comes after the tables it references. Throws if the references form a cycle. */
export function sortByReferences<T extends Pick<Table, "name" | "references">>(tables: readonly T[]): T[] {
  const ordered: T[] = [];
  const emitted = new Set<string>();
  for (let waiting = [...tables]; waiting.length > 0; ) {
    const free = waiting.filter(({ references }) => references.every((name) => emitted.has(name)));
    if (free.length === 0)
      throw new Error(`These tables reference each other in a cycle: ${waiting.map(({ name }) => name)}`);
    for (const { name } of free) emitted.add(name);
    ordered.push(...free);
    waiting = waiting.filter(({ name }) => !emitted.has(name));
  }
  return ordered;
}

/** Lists the sequences of the schema `public` by name, with their current values. */
export async function listSequences(sql: Sql): Promise<Sequence[]> {
  const names = await sql<{ name: string }[]>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname collate "C"`;
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const [row] = await sql<Omit<Sequence, "name">[]>`
      select last_value::text as last_value, is_called from public.${sql(name)}`;
    if (row) sequences.push({ name, ...row });
  }
  return sequences;
}

/** Sets a sequence to a saved value. */
export async function setSequence(sql: Sql, { name, lastValue, isCalled }: Sequence): Promise<void> {
  await sql`
    select setval(format('public.%I', ${name}::text)::regclass, ${lastValue}::bigint, ${isCalled}::boolean)`;
}
