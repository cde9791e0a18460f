/** Changes every column in rows of every kind (`npm run tampering`); `tampering.test.ts` uses one kind per change. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { LIVE_SETTINGS, startNomba } from "./testing/bank";
import { changeColumns, unusedEntries, wrongAttempts } from "./testing/coverage";
import { createAllRowKinds } from "./testing/row-kinds";
import { allowChanges } from "./testing/tamper";

const nomba = await startNomba();
Object.assign(process.env, LIVE_SETTINGS, { NOMBA_BASE_URL: nomba.baseUrl });
const database = useTestDatabase();

beforeAll(async () => {
  await createAllRowKinds(nomba);
  await allowChanges(database);
}, 120_000);
afterAll(() => nomba.close());

test("a change of any column of a table with money is reported or listed as not covered, in every kind of row", {
  timeout: 1_800_000,
}, async () => {
  const attempts = await changeColumns();
  process.stdout.write(`${attempts.length} changes, ${attempts.filter((one) => one.isNamed).length} named\n`);
  expect(wrongAttempts(attempts)).toEqual([]);
  expect(unusedEntries(attempts)).toEqual([]);
});
