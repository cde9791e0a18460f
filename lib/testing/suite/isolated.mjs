import { readdirSync, readFileSync } from "node:fs";

/** What a file does that work left behind by an earlier one could disturb: it replaces or counts what the process shares. */
const REPLACES = /\bvi\.(doMock|mock|unmock|resetModules|spyOn|stubGlobal|useFakeTimers)\b|\/fake-database"/;

/** Files that need modules as they are at the start of a process, or observe all of its connections or statements. */
const NEEDS_OWN_PROCESS = [
  "lib/db/outage.test.ts",
  "lib/db/replica.test.ts",
  "lib/launch/outage.test.ts",
  "lib/monitoring/alerts.test.ts",
  "lib/monitoring/metrics.test.ts",
  "lib/security/outbound/outbound-connection.test.ts",
  "lib/server/transport-security.test.ts",
  "lib/testing/query-plan.test.ts",
];

/** Returns the test files that have a worker of their own, relative to the root. */
export function findIsolated() {
  const tests = ["components", "drizzle", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`),
  );
  return [...NEEDS_OWN_PROCESS, ...tests.filter((file) => REPLACES.test(readFileSync(file, "utf8")))];
}
