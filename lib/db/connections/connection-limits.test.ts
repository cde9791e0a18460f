/** Guarantees: a serving process under load opens exactly the stated number of connections, which the documents state too. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { expect, test } from "vitest";
import { closeLiveStreams } from "@/lib/live";
import { followSession } from "@/lib/live/testing/follow";
import { startIndexing, stopIndexing } from "@/lib/payment-search";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { startSender, stopSender } from "@/lib/webhooks";
import {
  asOrganisation,
  type Db,
  streamAsOrganisation,
  systemDb,
  systemDbByIndex,
  systemDbShortLockWait,
  systemTx,
} from "../client";
import {
  CONNECTIONS_PER_PROCESS,
  EMBEDDED_MAX_CONNECTIONS,
  LISTENERS,
  MAX_RUNNING_EXPORTS,
  POOL_SIZES,
} from "./connection-limits";

const database = useTestDatabase();

/** More concurrent work than any pool has connections. */
const OVERLOAD = 20;
const overload = (work: () => PromiseLike<unknown>) => Array.from({ length: OVERLOAD }, async () => work());
const briefly = ({ sql }: Db) => sql`select pg_sleep(0.1)`;

async function* readSlowly({ sql }: Db) {
  yield await sql`select 1`;
  await sleep(1_000);
}

/** Counts the connections of this file's database without its own. */
async function countConnections(): Promise<number> {
  const owner = postgres(database.ownerUrl, { max: 1 });
  try {
    const [row] = await owner<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usename is not null`;
    return row?.count ?? 0;
  } finally {
    await owner.end();
  }
}

test("a process under load opens as many connections as its limits add up to", async () => {
  const { scope, sessionId } = await openTestSession();
  const { organisationId } = scope;
  startIndexing();
  startSender();
  const follower = await followSession(scope, sessionId);
  const exports = Array.from({ length: MAX_RUNNING_EXPORTS }, () => streamAsOrganisation(scope, readSlowly));
  try {
    await Promise.all(exports.map((rows) => rows.next()));
    await Promise.all([
      ...overload(() => briefly(systemDb())),
      ...overload(() => briefly(systemDbByIndex())),
      ...overload(() => briefly(systemDbShortLockWait())),
      ...overload(() => systemTx(briefly)),
      ...overload(() => asOrganisation(organisationId, briefly)),
    ]);
    expect(await countConnections()).toBe(CONNECTIONS_PER_PROCESS);
  } finally {
    await Promise.all(exports.map((rows) => rows.return(undefined)));
    follower.leave();
    closeLiveStreams();
    await Promise.all([stopSender(), stopIndexing()]);
  }
});

test("the documents state these numbers", () => {
  const architecture = readFileSync("docs/architecture.md", "utf8");
  for (const [pool, size] of Object.entries(POOL_SIZES))
    expect(architecture).toContain(`| \`${pool}\` | ${size} |`);
  for (const [what, count] of Object.entries({
    pools: Object.values(POOL_SIZES).reduce<number>((sum, size) => sum + size, 0),
    listeners: LISTENERS,
    exports: MAX_RUNNING_EXPORTS,
    "in total": CONNECTIONS_PER_PROCESS,
  }))
    expect(architecture).toContain(`| ${what} | ${count} |`);
  const operations = readFileSync("docs/operations.md", "utf8").replaceAll("\n", " ");
  expect(operations).toContain(`up to ${CONNECTIONS_PER_PROCESS} database connections`);
  expect(operations).toContain(`embedded database allows ${EMBEDDED_MAX_CONNECTIONS}`);
});
