import { defineConfig } from "@playwright/test";
import long from "../model/playwright.config";

/** `npm run watching`: what an open page owes to those who watch it, measured in a real browser. Wants a quiet machine. */
export default defineConfig({
  ...long,
  timeout: 240_000,
  // What is measured is the page, not the page and its recording.
  use: { ...long.use, trace: "off" },
});
