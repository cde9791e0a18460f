import { assertDefined } from "@/lib/core/assert";
import type { Id } from "@/lib/core/ids";
import { asOrganisationTx, closePools, type Db, systemTx } from "@/lib/db/client";
import type { Planning, StatementListener } from "@/lib/db/connect";
import { singleton } from "@/lib/process-singleton";

/** One statement as it went to the database. */
interface Statement {
  pool: "app" | "system";
  planning: Planning;
  text: string;
  parameters: unknown[];
}

/** What PostgreSQL tells of one step of a plan (EXPLAIN, FORMAT JSON), as far as it is read here. */
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

/** How one statement was carried out. */
export interface Plan {
  statement: string;
  /** The tables that were read from end to end, apart from those that never hold more than a few rows. */
  readWhole: string[];
  /** The most rows that any one step brought forth or threw away: what a sort or a sum had to go through at most. */
  rowsTouched: number;
  /** Pages of 8 KiB looked at, in memory or on disk. */
  pagesTouched: number;
}

/** A row for each state that the whole service can be in: its one page is cheaper to read than its index. */
const NEVER_GROW = ["service_state"];
const ENDS = /^\s*(begin|commit|rollback|savepoint)\b/i;
/** How the server plans where a connection does not say otherwise. */
const SERVER_PLANNING: Planning = { enable_sort: "on", enable_seqscan: "on", jit: "on" };
const SETS = /^\s*select set_config\(/;

/** The connections that come next are fresh ones. */
async function renewConnections(): Promise<void> {
  await closePools();
  forget("pools");
}

const forget = (name: string) => Reflect.deleteProperty(globalThis, Symbol.for(`takings.${name}`));

/** The statements that a piece of work sends, as they are sent: no test holds a copy of one. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  await renewConnections();
  singleton<StatementListener>("hearing", () => (role, planning, text, parameters) => {
    // A copy: the driver writes what it sends over what it was given.
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
    forget("hearing");
    await renewConnections();
  }
  return sent.filter(({ text }) => !ENDS.test(text));
}

/**
 * Does a piece of work, then carries out each of its statements once more under EXPLAIN, with the settings that it
 * made itself, as the role that it ran as, and undoes that. Answers how each was carried out, in their order.
 */
export async function plansOf(work: () => Promise<unknown>): Promise<Plan[]> {
  const statements = await statementsOf(work);
  const own = (pool: Statement["pool"]) => statements.filter((statement) => statement.pool === pool);
  const nobody: Id<"organisation"> = "org_";
  const app = await undone((redo) => asOrganisationTx(nobody, redo), own("app"));
  const system = await undone((redo) => systemTx(redo), own("system"));
  return statements
    .filter(({ text }) => !SETS.test(text))
    .map(({ pool }) =>
      assertDefined((pool === "app" ? app : system).shift(), "each statement was explained"),
    );
}

const UNDO = new Error("what was explained is undone");

async function undone(
  transact: (redo: (db: Db) => Promise<void>) => Promise<void>,
  statements: Statement[],
): Promise<Plan[]> {
  const plans: Plan[] = [];
  const redo = async (db: Db) => {
    for (const statement of statements) {
      const plan = await explain(db, statement);
      if (plan) plans.push(plan);
    }
    throw UNDO;
  };
  await transact(redo).catch((thrown) => {
    if (thrown !== UNDO) throw thrown;
  });
  return plans;
}

async function explain({ sql }: Db, { planning, text, parameters }: Statement): Promise<Plan | undefined> {
  if (SETS.test(text)) {
    await sql.unsafe(text, parameters);
    return undefined;
  }
  for (const [name, value] of Object.entries({ ...SERVER_PLANNING, ...planning }))
    await sql`select set_config(${name}, ${value}, true)`;
  const carriedOut = await stepsUnder(
    sql.unsafe(`explain (analyze, buffers, timing off, format json) ${text}`, parameters),
  );
  // A prepared statement is planned once for all parameters when it has run a few times.
  const prepared = await stepsUnder(sql.unsafe(`explain (generic_plan, format json) ${text}`));
  const [root] = carriedOut;
  return {
    statement: text,
    readWhole: [...carriedOut, ...prepared]
      .filter((step) => step["Node Type"] === "Seq Scan")
      .map((step) => step["Relation Name"] ?? "")
      .filter((table) => !NEVER_GROW.includes(table)),
    rowsTouched: Math.max(...carriedOut.map(rowsOf)),
    pagesTouched: (root?.["Shared Hit Blocks"] ?? 0) + (root?.["Shared Read Blocks"] ?? 0),
  };
}

async function stepsUnder(explained: Promise<Iterable<Record<string, [{ Plan: Step }]>>>): Promise<Step[]> {
  const [row] = await explained;
  return stepsOf(assertDefined(row?.["QUERY PLAN"]?.[0].Plan, "EXPLAIN answers one plan"));
}

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

function rowsOf(step: Step): number {
  const thrownAway =
    (step["Rows Removed by Filter"] ?? 0) +
    (step["Rows Removed by Index Recheck"] ?? 0) +
    (step["Rows Removed by Join Filter"] ?? 0);
  return (step["Actual Rows"] + thrownAway) * step["Actual Loops"];
}
