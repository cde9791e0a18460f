/** Guarantee: the connection budget is the server's own limits, and says which of them a number of processes exceeds. */
import postgres from "postgres";
import { afterEach, expect, test } from "vitest";
import { closePools, listen, systemDb } from "@/lib/db/client";
import { CONNECTIONS_BY_LOGIN, CONNECTIONS_PER_PROCESS } from "@/lib/db/connections/connection-limits";
import { clearSingleton, singleton } from "@/lib/process-singleton";
import { useTestDatabase } from "@/lib/testing/database";
import { findBudgetFaults, readConnectionBudget } from "./connection-budget";

const database = useTestDatabase();

/** Runs a statement as the owner, in whose place `NAME` is this test's database. */
async function asOwner(statement: string): Promise<void> {
  const sql = postgres(database.ownerUrl, { max: 1 });
  await sql.unsafe(statement.replace("NAME", new URL(database.url).pathname.slice(1)));
  await sql.end();
}

afterEach(async () => {
  await asOwner("alter database NAME connection limit -1");
  await closePools();
  clearSingleton("pools");
});

test("the logins' connections add up to those of a process", () => {
  const sums = Object.values(CONNECTIONS_BY_LOGIN).map(({ application, system }) => application + system);
  expect(sums.reduce((sum, one) => sum + one, 0)).toBe(CONNECTIONS_PER_PROCESS);
});

test("the server's limit is max_connections without the reserved ones", async () => {
  const { limits } = await readConnectionBudget(systemDb());
  expect(limits).toEqual([
    { of: expect.stringContaining("the server"), limit: 197, perProcess: CONNECTIONS_PER_PROCESS },
  ]);
});

test("a limit of the database counts, and is named where it does not suffice", async () => {
  await asOwner("alter database NAME connection limit 40");
  const budget = await readConnectionBudget(systemDb());
  expect(findBudgetFaults(budget, 1)).toEqual([]);
  expect(findBudgetFaults(budget, 2)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^2 processes need ${2 * CONNECTIONS_PER_PROCESS} database connections \\(${CONNECTIONS_PER_PROCESS} each\\), and the database allows 40\\.`,
      ),
    ),
  ]);
});

test("serving processes are counted by their listeners, each once", async () => {
  expect((await readConnectionBudget(systemDb())).runningProcesses).toBe(0);
  for (const channel of ["one", "two"]) listen(channel, () => {});
  await expect.poll(async () => (await readConnectionBudget(systemDb())).runningProcesses).toBe(1);
  expect(singleton("listener name", () => "")).toMatch(/^takings_listener_[0-9a-f]{12}$/);
});

test("behind a pooler only the connections to the server itself count", async () => {
  process.env.DATABASE_DIRECT_URL = database.url;
  try {
    const budget = await readConnectionBudget(systemDb()).catch((thrown: unknown) => thrown);
    expect(budget).toMatchObject({ limits: [{ perProcess: 5 }] });
  } finally {
    delete process.env.DATABASE_DIRECT_URL;
  }
});
