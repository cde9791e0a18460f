import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

/** `npm run watching`: what an open page owes to those who watch it, measured in a real browser. Wants a quiet machine. */
export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "*.long.ts",
  globalSetup: "../service-setup.ts",
  outputDir: "../../test-results",
  fullyParallel: false,
  workers: 1,
  timeout: 240_000,
  // What is measured is the page, not the page and its recording.
  use: { ...base.use, trace: "off" },
  projects: base.projects?.filter(({ name }) => name === "door").map(({ name, use }) => ({ name, use })),
});
