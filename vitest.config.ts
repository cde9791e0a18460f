import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ["lib/**/*.test.ts", "components/**/*.test.ts", "drizzle/**/*.test.ts", "e2e/chaos/*.test.ts"],
    globalSetup: ["lib/testing/cluster.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
