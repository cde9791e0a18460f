import { test } from "@playwright/test";
import { playNight } from "./night";

test("a night of 3,000 payments: the banks' lists, the recorded payments and the dashboard agree", async ({
  browser,
}) => {
  test.setTimeout(30 * 60_000);
  const summary = await playNight(browser, { payments: 3_000, seconds: 480, deadSeconds: 300, seed: 16 });
  process.stdout.write(`${summary}\n`);
});
