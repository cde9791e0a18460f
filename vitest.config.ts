import { configDefaults, defineConfig } from "vitest/config";

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
    testTimeout: 60_000,
    hookTimeout: 300_000,
  },
}));
