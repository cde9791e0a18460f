import { expect, test } from "../fixtures";
import { differencesOfAll } from "../ledger-queries";
import { expectConservation } from "./conserve";

test.describe.configure({ timeout: 60 * 60_000 });

test("of 100,000 notifications of six banks every amount is a transaction or an exception", async ({
  api,
  bank,
}, { repeatEachIndex }) => {
  const summary = await expectConservation({ api, bank }, { count: 100_000, seed: 13 + repeatEachIndex });
  process.stdout.write(`${summary}\n`);
});

test("after all of them verify finds no difference", async () => {
  expect(await differencesOfAll()).toEqual([]);
});
