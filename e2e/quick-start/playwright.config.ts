import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

/**
 * `npm run quickstart`: the README's quick start in an empty folder with a complete installation and build, measured. It
 * starts a deployment of its own.
 */
export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "*.long.ts",
  globalSetup: undefined,
  outputDir: "../../test-results",
  workers: 1,
  projects: base.projects?.filter(({ name }) => name === "server").map(({ name, use }) => ({ name, use })),
});
