import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

/**
 * `npm run night`: an evening of live payments at three emulated banks, with lost and repeated notifications, refunds,
 * disputes, expired tokens, an unavailable bank and two processes that are killed. It starts a deployment of its own.
 */
export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "*.long.ts",
  globalSetup: undefined,
  outputDir: "../../test-results",
  fullyParallel: false,
  workers: 1,
  projects: base.projects?.filter(({ name }) => name === "server").map(({ name, use }) => ({ name, use })),
});
