// Guarantee: a process with a data folder of its own serves an outside database as the others do, and is refused if its key or
// the connections that the database allows do not fit. It waits for a database that does not answer for a while.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { CONNECTIONS_PER_PROCESS } from "@/lib/db/connections/connection-limits";
import { createBank } from "../bank";
import { createMember, signIn } from "../dashboard/sign-in";
import { createApi, createSession, expect, test } from "../fixtures";
import { send } from "../http-client";
import { getReconciliation, jobSecret, withDatabase } from "../ledger-queries";
import { outsideDatabaseSettings } from "../outside-database";
import { findPgbouncerFault, startPgbouncer } from "../pgbouncer";
import { findLogLines, startReplica } from "../service";

test.skip(({ isNext }) => isNext, "starts a process of its own, whichever server the project tests");
// Starting a process takes two seconds, and much longer on a busy machine.
test.describe.configure({ timeout: 90_000 });

/** The lock under which the last step of a start creates the demo organisation if there is none. */
const DEMO_LOCK = 7_301_001;

const dataDir = () => process.env.TAKINGS_E2E_DATA_DIR ?? "";

test("a sign-in, a signed notification and a job of one process are accepted by another with its own data folder", async ({
  request,
  platform,
  api,
}) => {
  const session = await createSession(api);
  await signIn({ request }, await createMember(platform.organisation, "owner"));
  const replica = await startReplica(outsideDatabaseSettings());
  try {
    const { cookies } = await request.storageState();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const answer = await fetch(`${replica.address}/api/dashboard/sessions/${session.session_id}`, {
      headers: { cookie },
    });
    expect(answer.status, await answer.text()).toBe(200);

    await createBank(replica.address).transfer(session, { amount: 20_000n });
    expect(await getReconciliation(api, session)).toMatchObject({ total_inflow: "200.00" });
    const headers = { authorization: `Bearer ${jobSecret()}` };
    const job = await send(replica.address, { method: "POST", path: "/api/jobs/deliver-webhooks", headers });
    expect(job.status, job.text).toBe(200);
  } finally {
    await replica.stop();
  }
});

test("a process with another key, or that needs more connections than there are, does not start and says why", async () => {
  const ENCRYPTION_KEY = randomBytes(32).toString("base64");
  const settings = outsideDatabaseSettings();
  await expect(startReplica({ ...settings, ENCRYPTION_KEY })).rejects.toThrow("exited before it was ready");
  await expect(startReplica({ ...settings, WEB_CONCURRENCY: "7" })).rejects.toThrow(
    "exited before it was ready",
  );
  const log = readFileSync(path.join("test-results", "start.mjs.log"), "utf8");
  expect(log).toMatch(/ENCRYPTION_KEY: must be the key \S+, which encrypted the secrets in the database/);
  expect(log).toContain(
    `WEB_CONCURRENCY: 7 processes need ${7 * CONNECTIONS_PER_PROCESS} database connections`,
  );
});

test("a process whose last statements find the database unavailable waits, and starts when it answers", async () => {
  await withDatabase(async (sql) => {
    await sql`select pg_advisory_lock(${DEMO_LOCK})`;
    const replica = await startReplica(outsideDatabaseSettings());
    const lines = (text: string) => findLogLines(text).length;
    try {
      // A statement that does not end counts as unavailable after eight seconds.
      await expect.poll(() => lines("the start waits for the database")).toBeGreaterThan(0);
      expect(lines(`Takings is ready at ${replica.address}`)).toBe(0);
      await sql`select pg_advisory_unlock(${DEMO_LOCK})`;
      await expect.poll(() => lines(`Takings is ready at ${replica.address}`)).toBe(1);
    } finally {
      await replica.stop();
    }
  });
});

test("behind a pgbouncer that pools by transaction, payments are recorded, listed and delivered", async ({
  platform,
  receiver,
}) => {
  const fault = findPgbouncerFault(Boolean(process.env.CI));
  test.skip(fault !== undefined, fault);
  const pooler = await startPgbouncer(dataDir());
  const replica = await startReplica(pooler.settings).catch(async (thrown: unknown) => {
    await pooler.stop();
    throw thrown;
  });
  try {
    const pooled = createApi(replica.address, platform.apiKey);
    const session = await createSession(pooled, { webhook_url: receiver.url });
    const bank = createBank(replica.address);
    await Promise.all(Array.from({ length: 40 }, () => bank.transfer(session, { amount: 100n })));
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        expect(await getReconciliation(pooled, session)).toMatchObject({ total_inflow: "40.00" });
      }),
    );
    await expect.poll(() => receiver.received.length).toBe(40);
  } finally {
    await replica.stop();
    await pooler.stop();
  }
});
