import { configDefaults, defineConfig } from "vitest/config";
import { WAIT_LIMIT_MS } from "./lib/testing/suite/wait-limit.mjs";

/** Tests that take minutes; they run only in the mode `long` (`npm run tampering`). */
const LONG = "**/*.long.test.ts";

export default defineConfig(({ mode }) => ({
  resolve: { tsconfigPaths: true },
  test: {
    include:
      mode === "long"
        ? [LONG]
        : ["lib/**/*.test.ts", "components/**/*.test.ts", "drizzle/**/*.test.ts", "e2e/chaos/*.test.ts"],
    exclude: mode === "long" ? configDefaults.exclude : [...configDefaults.exclude, LONG],
    globalSetup: ["lib/testing/cluster.ts"],
    setupFiles: ["lib/testing/password-cost.ts"],
    pool: "forks",
    maxWorkers: 3,
    // Limits end what hangs; a test of a time states its own limit.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: WAIT_LIMIT_MS } },
  },
}));
