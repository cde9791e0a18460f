import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

/**
 * `npm run rolling`: two processes behind Caddy and nginx under load, while they are stopped or killed in turn; and the
 * throughput of two processes against one. Needs both proxies and a machine without other load; about 15 minutes.
 */
export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "*.long.ts",
  outputDir: "../../test-results",
  globalSetup: "../service-setup.ts",
  fullyParallel: false,
  workers: 1,
  projects: base.projects?.filter(({ name }) => name === "server").map(({ name, use }) => ({ name, use })),
});
