import { defineConfig } from "@playwright/test";
import long from "../model/playwright.config";

/** `npm run watching`: the update latency of an open page, measured in a real browser. Needs a machine without other load. */
export default defineConfig({
  ...long,
  timeout: 240_000,
  // Tracing would affect the measurement of the page.
  use: { ...long.use, trace: "off" },
});
