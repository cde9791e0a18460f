import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

/**
 * `npm run conservation`: the suite's test with 100,000 notifications; `-- --repeat-each 2` generates different
 * ones each time.
 */
export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "*.long.ts",
  globalSetup: "../service-setup.ts",
  outputDir: "../../test-results",
  fullyParallel: false,
  workers: 1,
  projects: base.projects?.filter(({ name }) => name === "server").map(({ name, use }) => ({ name, use })),
});
