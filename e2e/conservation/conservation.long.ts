import { expect, test } from "../fixtures";
import { verifyAllSessions } from "../ledger-queries";
import { expectAmountsConserved } from "./conserve";

test.describe.configure({ timeout: 60 * 60_000 });

test("every amount in 100,000 notifications from six banks is in a transaction or an exception", async ({
  api,
  bank,
}, { repeatEachIndex }) => {
  const summary = await expectAmountsConserved({ api, bank }, { count: 100_000, seed: 13 + repeatEachIndex });
  process.stdout.write(`${summary}\n`);
});

test("after all notifications verify finds no difference", async () => {
  expect(await verifyAllSessions()).toEqual([]);
});
