import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

/** `npm run model`: the same as in the suite, longer; `-- --repeat-each 4` plays other sequences each time. */
export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "*.long.ts",
  globalSetup: "../service-setup.ts",
  outputDir: "../../test-results",
  fullyParallel: false,
  workers: 1,
  projects: base.projects?.filter(({ name }) => name === "door").map(({ name, use }) => ({ name, use })),
});
