/** Every column in rows of every kind (`npm run tampering`); `tampering.test.ts` does the same with one kind for each change. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { LIVE_SETTINGS, startNomba } from "./testing/bank";
import { changeColumns, unusedEntries, wrongAttempts } from "./testing/coverage";
import { allowChanges } from "./testing/tamper";
import { buildWorld } from "./testing/world";

const nomba = await startNomba();
Object.assign(process.env, LIVE_SETTINGS, { NOMBA_BASE_URL: nomba.baseUrl });
const database = useTestDatabase();

beforeAll(async () => {
  await buildWorld(nomba);
  await allowChanges(database);
}, 120_000);
afterAll(() => nomba.close());

test("each changed column of each table that holds money is named, or is listed as not covered", {
  timeout: 1_800_000,
}, async () => {
  const attempts = await changeColumns();
  process.stdout.write(`${attempts.length} changes, ${attempts.filter((one) => one.isNamed).length} named\n`);
  expect(wrongAttempts(attempts)).toEqual([]);
  expect(unusedEntries(attempts)).toEqual([]);
});
