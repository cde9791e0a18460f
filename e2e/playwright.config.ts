import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "../lib/testing/browser.mjs";
import { addressesOfRun } from "./service";

const { door, next } = await addressesOfRun();

export default defineConfig({
  testDir: ".",
  globalSetup: "./service-setup.ts",
  outputDir: "../test-results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices["Desktop Chrome"],
    locale: "en-NG",
    timezoneId: "Africa/Lagos",
    // Recording each test for the one that fails takes a fifth of a browser test's CPU; `-- --trace on` records.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: await findBrowser(),
      // Chromium refuses to sandbox itself for root; a person's own machine keeps the sandbox.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
  projects: [
    // A page is started, drawn and made to work before anything is asked of it, on a machine that may be slow.
    {
      name: "dashboard",
      timeout: 60_000,
      testMatch: /e2e\/(dashboard\/.*|start-page)\.spec\.ts$/,
      use: { baseURL: door },
    },
    { name: "door", testMatch: ["api/**/*.spec.ts", "command-line.spec.ts"], use: { baseURL: door } },
    // The same product under plain `next start`, on the same database: what the door does, Next alone does too.
    { name: "next", testMatch: "api/**/*.spec.ts", use: { baseURL: next } },
  ],
});
