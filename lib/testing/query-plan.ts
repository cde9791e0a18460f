import { assertDefined } from "@/lib/core/errors/assert";
import type { Id } from "@/lib/core/ids";
import type { ConnectionSettings } from "@/lib/core/settings/session-settings";
import { asOrganisationTx, closePools, type Db, systemTx } from "@/lib/db/client";
import type { StatementListener } from "@/lib/db/connections/connect";
import { clearSingleton, singleton } from "@/lib/process-singleton";

/** One statement as it was sent to the database. */
interface Statement {
  pool: "app" | "system";
  planning: ConnectionSettings;
  text: string;
  parameters: unknown[];
}

/** The fields read from one step of a plan (EXPLAIN, FORMAT JSON). */
interface Step {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Rows Removed by Join Filter"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Step[];
}

/** How PostgreSQL executed one statement. */
export interface QueryPlan {
  statement: string;
  /** The tables read by a sequential scan, except those that only ever have a few rows. */
  seqScannedTables: string[];
  /** The largest number of rows that one step returned or discarded: the input size of a sort or a sum at most. */
  rowsTouched: number;
  /** Pages of 8 KiB accessed, in memory or on disk. */
  pagesTouched: number;
}

/** Has one row for each service-wide state: reading its one page is cheaper than reading its index. */
const SMALL_TABLES = ["service_state"];
/** Statements that have no plan. */
const UTILITY = /^\s*(begin|commit|rollback|savepoint|listen)\b/i;
/** The server's planner settings, for connections that set no others. */
const SERVER_PLANNING: ConnectionSettings = { enable_sort: "on", enable_seqscan: "on", jit: "on" };
const SET_CONFIG = /^\s*select set_config\(/;

/** Closes the pools, so that the next statement opens new connections. */
async function renewConnections(): Promise<void> {
  await closePools();
  clearSingleton("pools");
}

/** Collects the statements that `work` sends, so that tests need no copies of them. */
async function collectStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  await renewConnections();
  singleton<StatementListener>("hearing", () => (role, planning, text, parameters) => {
    // A copy, because the driver overwrites the array it receives.
    sent.push({
      pool: role === "takings_app" ? "app" : "system",
      planning,
      text,
      parameters: [...parameters],
    });
  });
  try {
    await work();
  } finally {
    clearSingleton("hearing");
    await renewConnections();
  }
  return sent.filter(({ text }) => !UTILITY.test(text));
}

/**
 * Runs `work`, then runs each of its statements again under EXPLAIN, with the same settings and role, and rolls that
 * back. Returns the plans in the order of the statements.
 */
export async function explainStatements(work: () => Promise<unknown>): Promise<QueryPlan[]> {
  const statements = await collectStatements(work);
  const own = (pool: Statement["pool"]) => statements.filter((statement) => statement.pool === pool);
  const noOrganisation: Id<"organisation"> = "org_";
  const app = await explainAndRollBack(
    (explainAll) => asOrganisationTx(noOrganisation, explainAll),
    own("app"),
  );
  const system = await explainAndRollBack((explainAll) => systemTx(explainAll), own("system"));
  return statements
    .filter(({ text }) => !SET_CONFIG.test(text))
    .map(({ pool }) =>
      assertDefined((pool === "app" ? app : system).shift(), "each statement was explained"),
    );
}

const ROLLBACK = new Error("rolls back the explained statements");

async function explainAndRollBack(
  transact: (explainAll: (db: Db) => Promise<void>) => Promise<void>,
  statements: Statement[],
): Promise<QueryPlan[]> {
  const plans: QueryPlan[] = [];
  const explainAll = async (db: Db) => {
    for (const statement of statements) {
      const plan = await explain(db, statement);
      if (plan) plans.push(plan);
    }
    throw ROLLBACK;
  };
  await transact(explainAll).catch((thrown) => {
    if (thrown !== ROLLBACK) throw thrown;
  });
  return plans;
}

async function explain(
  { sql }: Db,
  { planning, text, parameters }: Statement,
): Promise<QueryPlan | undefined> {
  if (SET_CONFIG.test(text)) {
    await sql.unsafe(text, parameters);
    return undefined;
  }
  for (const [name, value] of Object.entries({ ...SERVER_PLANNING, ...planning }))
    await sql`select set_config(${name}, ${value}, true)`;
  const executed = await readSteps(
    sql.unsafe(`explain (analyze, buffers, timing off, format json) ${text}`, parameters),
  );
  // After a few executions, a prepared statement gets one generic plan for all parameters.
  const prepared = await readSteps(sql.unsafe(`explain (generic_plan, format json) ${text}`));
  const [root] = executed;
  return {
    statement: text,
    seqScannedTables: [...executed, ...prepared]
      .filter((step) => step["Node Type"] === "Seq Scan")
      .map((step) => step["Relation Name"] ?? "")
      .filter((table) => !SMALL_TABLES.includes(table)),
    rowsTouched: Math.max(...executed.map(rowsOf)),
    pagesTouched: (root?.["Shared Hit Blocks"] ?? 0) + (root?.["Shared Read Blocks"] ?? 0),
  };
}

async function readSteps(explained: Promise<Iterable<Record<string, [{ Plan: Step }]>>>): Promise<Step[]> {
  const [row] = await explained;
  return flattenSteps(assertDefined(row?.["QUERY PLAN"]?.[0].Plan, "EXPLAIN returns one plan"));
}

const flattenSteps = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(flattenSteps)];

function rowsOf(step: Step): number {
  const discarded =
    (step["Rows Removed by Filter"] ?? 0) +
    (step["Rows Removed by Index Recheck"] ?? 0) +
    (step["Rows Removed by Join Filter"] ?? 0);
  return (step["Actual Rows"] + discarded) * step["Actual Loops"];
}
