import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "../lib/testing/browser.mjs";
import { WAIT_LIMIT_MS } from "../lib/testing/suite/wait-limit.mjs";
import { getRunAddresses } from "./service";

const { server, next } = await getRunAddresses();

export default defineConfig({
  testDir: ".",
  globalSetup: "./service-setup.ts",
  outputDir: "../test-results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // Limits end what hangs; a test of a time states its own limit.
  timeout: 120_000,
  expect: { timeout: WAIT_LIMIT_MS },
  use: {
    ...devices["Desktop Chrome"],
    locale: "en-NG",
    timezoneId: "Africa/Lagos",
    // Tests intercept requests, which a service worker would make itself; its own tests allow it.
    serviceWorkers: "block",
    // Tracing each test, for the few that fail, takes a fifth of a browser test's CPU time; `-- --trace on` enables
    // it.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: await findBrowser(),
      // Chromium cannot sandbox itself as root; for other users the sandbox stays on.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
  projects: [
    // Pages get more time than the default, because they must load and hydrate before an assertion, on a machine
    // that may be slow.
    {
      name: "dashboard",
      timeout: 240_000,
      testMatch: /e2e\/(dashboard\/.*|start-page)\.spec\.ts$/,
      use: { baseURL: server },
    },
    {
      name: "server",
      testMatch: ["api/**/*.spec.ts", "quick-start/*.spec.ts", "command-line.spec.ts"],
      use: { baseURL: server },
    },
    // The same product under plain `next start`, on the same database: tests that both ways of serving behave
    // alike.
    { name: "next", testMatch: "api/**/*.spec.ts", use: { baseURL: next } },
  ],
});
