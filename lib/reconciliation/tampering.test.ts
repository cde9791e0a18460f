/** Guarantee: `verify` reports every database change that affects an amount or its owner. */

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Id } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { reprocessNotification } from "@/lib/intake";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { verifyTotals } from "./index";
import { LIVE_SETTINGS, pay, startNomba } from "./testing/bank";
import { changeColumns, wrongAttempts } from "./testing/coverage";
import { DELETED_NOT_COVERED } from "./testing/deleted-not-covered";
import { COPIES, FORGERIES } from "./testing/forgeries";
import { NOT_COVERED } from "./testing/not-covered";
import { createAllRowKinds } from "./testing/row-kinds";
import { allowChanges, readColumns, readCtids, verifyAfter } from "./testing/tamper";
import { WITHOUT_MONEY } from "./testing/without-money";

const nomba = await startNomba();
Object.assign(process.env, LIVE_SETTINGS, { NOMBA_BASE_URL: nomba.baseUrl });
const database = useTestDatabase();

beforeAll(async () => {
  await createAllRowKinds(nomba);
  await allowChanges(database);
}, 120_000);
afterAll(() => nomba.close());

const tablesWithMoney = async () =>
  [...new Set((await readColumns()).map(({ table }) => table))].filter((table) => !WITHOUT_MONEY.has(table));

describe("data written by the product", () => {
  test("has no difference", async () => {
    expect(await verifyTotals({})).toMatchObject({ differences: [] });
  });

  test("has no difference in any single session", async () => {
    const sessions = await systemDb().sql<{ id: Id<"session"> }[]>`select session_id as id from sessions`;
    for (const { id } of sessions) expect((await verifyTotals({ sessionId: id })).differences).toEqual([]);
  });
});

test("a change of any column of a table with money is reported or listed as not covered", {
  timeout: 300_000,
}, async () => {
  const attempts = await changeColumns({ seed: 1 });
  expect(wrongAttempts(attempts)).toEqual([]);
  expect(attempts.length).toBeGreaterThan(300);
});

test("a deleted row of a table with money is reported or listed as not covered", {
  timeout: 120_000,
}, async () => {
  const wrong: string[] = [];
  for (const table of await tablesWithMoney()) {
    const listed = DELETED_NOT_COVERED.filter((one) => one.table === table);
    const unnamed = await readCtids(table, listed.map(({ where }) => `(${where})`).join(" or ") || "false");
    for (const ctid of await readCtids(table, "true")) {
      const found = await verifyAfter(`delete from ${table} where ctid = '${ctid}'`);
      if (found && found.length > 0 === unnamed.has(ctid)) {
        const [row] = await systemDb().sql.unsafe(
          `select to_jsonb(t) as row from ${table} t where ctid = '${ctid}'`,
        );
        wrong.push(`${table} ${found.length} ${JSON.stringify(row)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test("the copied rows cover every table with money", async () => {
  expect(Object.keys(COPIES).sort()).toEqual((await tablesWithMoney()).sort());
});

test.each(Object.entries(COPIES))("a copied row of %s is reported", async (table, members) => {
  const places = await readCtids(table, "true");
  let copied = 0;
  for (const ctid of places) {
    const found = await verifyAfter(
      `insert into ${table} select (jsonb_populate_record(t, '${JSON.stringify(members)}')).* from ${table} t where ctid = '${ctid}'`,
    );
    if (found === undefined) continue;
    copied++;
    expect(found, ctid).not.toEqual([]);
  }
  expect(copied).toBeGreaterThan(0);
});

test.each(FORGERIES.map((one) => [one.what, one] as const))(
  "%s is reported",
  async (_, { statements, named }) => {
    const found = await verifyAfter(...statements);
    expect(found?.map(({ what }) => what).join("\n")).toContain(named);
  },
);

test("payments recorded during a run cause no difference", async () => {
  const { account } = await openTestSession();
  const recording = (async () => {
    for (let count = 0; count < 50; count++) await pay("paystack", { account });
  })();
  for (let run = 0; run < 3; run++) expect(await verifyTotals({})).toMatchObject({ differences: [] });
  await recording;
});

test("reprocessing every notification causes no difference", { timeout: 60_000 }, async () => {
  const stored = await systemDb().sql<
    { id: Id<"notification"> }[]
  >`select id from bank_notifications order by id`;
  for (const { id } of stored) await reprocessNotification(COMMAND_LINE, id);
  expect(await verifyTotals({})).toMatchObject({ differences: [] });
});

test("docs/reliability.md lists what is not covered", () => {
  const rows = readFileSync("docs/reliability.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1)
        .join(" | "),
    );
  const expected = [
    ...NOT_COVERED.map(({ column, change, reason }) => `\`${column}\` | ${change} | ${reason}`),
    ...[...WITHOUT_MONEY].map(([table, holds]) => `\`${table}\` | ${holds}`),
    ...DELETED_NOT_COVERED.map(({ table, rows: which, reason }) => `\`${table}\` | ${which} | ${reason}`),
  ];
  for (const row of expected) expect(rows).toContain(row);
  const listed = rows.filter((row) => /^`[a-z_]+(\.[a-z_]+)?` \|/.test(row));
  expect(listed).toHaveLength(expected.length);
});
