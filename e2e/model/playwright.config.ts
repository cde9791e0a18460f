import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

/**
 * `npm run model`: the suite's model tests with more sequences; `-- --repeat-each 4` runs different ones each time.
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
