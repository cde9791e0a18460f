import { configDefaults, defineConfig } from "vitest/config";
import { findIsolated } from "./lib/testing/suite/isolated.mjs";
import { SLOW_FILES, selectPart } from "./lib/testing/suite/parts.mjs";
import { WAIT_LIMIT_MS } from "./lib/testing/suite/wait-limit.mjs";

/** Tests that take minutes; they run only in the mode `long` (`npm run tampering`). */
const LONG = "**/*.long.test.ts";
const SHORT = ["lib/**/*.test.ts", "components/**/*.test.ts", "drizzle/**/*.test.ts", "e2e/chaos/*.test.ts"];
const ISOLATED = findIsolated();

export default defineConfig(({ mode }) => {
  const isLong = mode === "long";
  const exclude = [...configDefaults.exclude, ...(isLong ? [] : [LONG, ...slowOfOtherParts(mode)])];
  return {
    resolve: { tsconfigPaths: true },
    test: {
      globalSetup: ["lib/testing/cluster.ts"],
      setupFiles: ["lib/testing/password-cost.ts", "lib/testing/shared-worker.ts"],
      pool: "forks",
      maxWorkers: 3,
      // Limits end what hangs; a test of a time states its own limit.
      testTimeout: 120_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: WAIT_LIMIT_MS } },
      projects: [
        {
          extends: true,
          test: {
            name: "shared",
            include: isLong ? [LONG] : SHORT,
            exclude: [...exclude, ...ISOLATED],
            isolate: false,
          },
        },
        { extends: true, test: { name: "isolated", include: isLong ? [] : ISOLATED, exclude } },
      ],
    },
  };
});

/** The slow files that the mode `part-3` leaves out, which runs part 3 of them. */
function slowOfOtherParts(mode: string): string[] {
  const [, part] = /^part-(\d+)$/.exec(mode) ?? [];
  if (part === undefined) return [];
  const own = selectPart(SLOW_FILES, Number(part));
  return SLOW_FILES.filter((file) => !own.includes(file));
}
