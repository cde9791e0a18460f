import { execFileSync } from "node:child_process";

/**
 * The whole suite takes three quarters of an hour, so `npm test` runs its fast tests and one of sixteen parts of its slow
 * ones: the part of the commit, so that sixteen commits in a row run everything. `npm run test:all` does so at once.
 */
export const PARTS = 16;

/** Unit test files of more than ten seconds: crashes, restores, restarts, and comparisons with a model. */
export const SLOW_FILES = [
  "drizzle/migrate.test.ts",
  "drizzle/upgrade.test.ts",
  "lib/alerts/alerts.test.ts",
  "lib/backup/interrupted.test.ts",
  "lib/backup/rejection.test.ts",
  "lib/backup/round-trip.test.ts",
  "lib/backup/scheduled/scheduled.test.ts",
  "lib/backup/under-load.test.ts",
  "lib/cli/commands/service/backup.test.ts",
  "lib/client/package.test.ts",
  "lib/db/outage.test.ts",
  "lib/db/replica.test.ts",
  "lib/expected-payments/any-order.test.ts",
  "lib/exports/export.test.ts",
  "lib/exports/worker/export-worker.test.ts",
  "lib/launch/build.test.ts",
  "lib/launch/outage.test.ts",
  "lib/launch/postgres.test.ts",
  "lib/live/payment-times.test.ts",
  "lib/monitoring/alerts.test.ts",
  "lib/notification-retention/drop-bodies.test.ts",
  "lib/payers/payers.test.ts",
  "lib/payment-search/indexer.test.ts",
  "lib/reconciliation/tampering.test.ts",
  "lib/server/large-bodies.test.ts",
  "lib/settlement/polling/poller.test.ts",
  "lib/testing/query-plan.test.ts",
  "lib/transactions/confirmation/confirm-due.test.ts",
  "lib/transactions/confirmation/policy.test.ts",
  "lib/transactions/confirmation/poll.test.ts",
  "lib/webhooks/engine.test.ts",
  "lib/webhooks/retention/partitions.test.ts",
  "lib/webhooks/sending/claim.test.ts",
  "lib/webhooks/sending/sender-loop.test.ts",
];

/** End-to-end tests of the API in processes that are killed, or of random sequences. */
const SLOW_SPECS =
  /^(api\/(conservation|fuzz|idempotency-bank|image|listen|live-banks|mcp|model|night|notification-order|rate-limits|refund-crash|replay-crash|replicas|reversals|rolling|settlement-lines|workers)|command-line|quick-start\/quick-start)\.spec\.ts$/;
/** Tests of pages that each run includes: what an organiser watches during the event. */
const PAGES_OF_EACH_RUN = /^dashboard\/(live|money)\.spec\.ts$/;

/** Files whose tests run in order and may need what an earlier one did: they are selected together. */
const IN_ORDER = /^(api\/live-banks|dashboard\/alerts)\.spec\.ts$/;

/**
 * An end-to-end test: its project, its file below `e2e`, and the titles of its groups and its own.
 *
 * @typedef {{ project: string, file: string, titles: string[] }} ListedTest
 */

/** @param {ListedTest} test */
function isSlow({ project, file }) {
  if (project === "server") return SLOW_SPECS.test(file);
  return !PAGES_OF_EACH_RUN.test(file);
}

/**
 * Selects a part of a list. Neighbours, such as the rows of one table of cases, are in different parts.
 *
 * @template T
 * @param {T[]} slow
 * @param {number} part from 0
 */
export const selectPart = (slow, part) => slow.filter((_, index) => index % PARTS === part);

/**
 * Selects the end-to-end tests of a part: the fast ones, and its share of the slow ones.
 *
 * @param {ListedTest[]} tests
 * @param {number} part from 0
 */
export const selectTests = (tests, part) => [
  ...tests.filter((test) => !isSlow(test)),
  ...selectPart(groupTests(tests.filter(isSlow)), part).flat(),
];

/** Groups the tests that are selected together; most are alone. @param {ListedTest[]} tests */
function groupTests(tests) {
  /** @type {Map<string, ListedTest[]>} */
  const groups = new Map();
  for (const [index, test] of tests.entries()) {
    const key = IN_ORDER.test(test.file) ? `${test.project} ${test.file}` : String(index);
    groups.set(key, [...(groups.get(key) ?? []), test]);
  }
  return [...groups.values()];
}

/**
 * Formats a test for Playwright's `--test-list`. Throws if the list cannot express its title, which would leave it out.
 *
 * @param {ListedTest} test
 */
export function toListLine({ project, file, titles }) {
  const isExpressible = titles.every((title) => title && title === title.trim() && !/[›\n]/.test(title));
  if (!isExpressible) throw new Error(`${file}: the title "${titles.join(" ")}" is empty, padded or has "›"`);
  return [`[${project}]`, file, ...titles].join(" › ");
}

/** Reads the number of a part. Throws if there is no such part, which would run none of the slow tests. @param {string} text */
export function parsePart(text) {
  const part = Number(text);
  if (!/^\d+$/.test(text) || part >= PARTS)
    throw new Error(`--part must be 0 to ${PARTS - 1}, not "${text}"`);
  return part;
}

/** Returns the part of the current commit, from 0; the first part where there is no history. */
export function partOfCommit() {
  try {
    const counted = execFileSync("git", ["rev-list", "--count", "HEAD"], { encoding: "utf8", stdio: "pipe" });
    return Number(counted) % PARTS;
  } catch {
    return 0;
  }
}
