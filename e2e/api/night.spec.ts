// Guarantee: lost, repeated and late notifications, refunds, disputes and killed processes leave the ledger as the banks have it.
import { test } from "../fixtures";
import { playNight } from "../night/night";

// The deployment of this test runs the product's own HTTP server in both projects.
test.skip(({ isNext }) => isNext, "starts processes of its own, whichever server the project tests");

test("a short night of 150 payments: the banks' lists, the recorded payments and the dashboard agree", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  await playNight(browser, { payments: 150, seconds: 15, deadSeconds: 6, seed: 161 });
});
