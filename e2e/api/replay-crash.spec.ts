// Guarantee: a bulk replay that is interrupted by kill -9 sends each failed event exactly once more, with the same id and body.
import { takingsOf } from "../command-line";
import { createApi, createSession, expect, test } from "../fixtures";
import { withDatabase } from "../ledger-queries";
import { createDeployment } from "../service";

// The deployment of this test runs the product's own HTTP server in both projects.
test.skip(({ isNext }) => isNext, "starts processes of its own, whichever server the project tests");

const EVENTS = 5_000;

test("kill -9 during a replay of 5,000 failed events: after the restart each is sent once more, with the same id", async ({
  receiver,
}) => {
  test.setTimeout(90_000);
  const deployment = createDeployment({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" });
  const query: typeof withDatabase = (work) => withDatabase(work, deployment.dataDir);
  let running = await deployment.start();
  try {
    const { api_key: apiKey } = await takingsOf<{ api_key: string }>(
      { DATA_DIR: deployment.dataDir },
      ...["keys", "issue", "--organisation", "Replay"],
    );
    const { session_id: sessionId } = await createSession(createApi(running.address, apiKey), {
      webhook_url: receiver.url,
    });
    await query(async (sql) => {
      await sql`
        update webhook_endpoints set health = 'paused', pause_reason = 'manual' where event_types is null`;
      await sql`
        insert into webhook_deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status,
          webhook_endpoint_id, body, state, attempt_count, due_at, created_at, changed_at)
        select session_id, 'evt_' || lpad(n::text, 26, '0'), organisation_id, mode, 'txn_' || lpad(n::text, 26, '0'), 'successful',
          webhook_endpoint_id, '{"number":' || n || '}', 'failed', 11, now(), now(), now() - interval '1 minute'
        from sessions, generate_series(1, ${EVENTS}::int) n where session_id = ${sessionId}`;
      await sql`
        insert into webhook_replays (id, organisation_id, mode, since, requested_at, requested_by, total)
        select 'rep_' || lpad('1', 26, '0'), organisation_id, mode, now() - interval '1 day', now(), 'test', ${EVENTS}::int
        from sessions where session_id = ${sessionId}`;
      const replayed = async () => {
        const [row] = await sql<{ replayed: number }[]>`select replayed from webhook_replays`;
        return row?.replayed ?? 0;
      };
      await expect.poll(replayed, { intervals: [1], timeout: 20_000 }).toBeGreaterThan(0);
      await running.kill();
      const interruptedAt = await replayed();
      expect(interruptedAt).toBeLessThan(EVENTS);
      test.info().annotations.push({ type: "interrupted", description: `after ${interruptedAt} events` });
    });
    running = await deployment.start();
    await query(async (sql) => {
      const progress = async () => {
        const [row] = await sql<{ replayed: number; isFinished: boolean }[]>`
          select replayed, finished_at is not null as "isFinished" from webhook_replays`;
        return row;
      };
      await expect.poll(progress, { timeout: 20_000 }).toEqual({ replayed: EVENTS, isFinished: true });
      await sql`update webhook_endpoints set health = 'healthy', pause_reason = null`;
      await sql`select pg_notify('takings_events', '')`;
      const delivered = async () => {
        const [row] = await sql<{ count: number }[]>`
          select count(*)::int as count from webhook_deliveries where state = 'delivered'`;
        return row?.count;
      };
      await expect.poll(delivered, { timeout: 30_000 }).toBe(EVENTS);
    });
    const sent = receiver.received.map(({ headers, body }) => `${headers["webhook-id"]} ${body}`);
    expect(sent.sort()).toEqual(
      Array.from({ length: EVENTS }, (_, index) => {
        const number = String(index + 1);
        return `evt_${number.padStart(26, "0")} {"number":${number}}`;
      }),
    );
  } finally {
    await running.stop();
    deployment.remove();
  }
});
