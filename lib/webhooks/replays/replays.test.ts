/** Guarantee: a bulk replay sends each failed event once, with the same id and body, also if several processes carry it out. */
import { expect, test } from "vitest";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { deliverDue } from "../sending/run-delivery-job";
import { makeDeliveries, makeOrganisation } from "../testing/deliveries";
import { startReceiver } from "../testing/receiver";
import { runReplays } from "./run-replays";
import { getReplay, startReplay } from "./start-replay";

process.env.WEBHOOK_TIMEOUT_MS = "2000";
process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
useTestDatabase();

/** `REPLAYED_EVENTS=10000` measures the time for ten thousand. */
const COUNT = Number(process.env.REPLAYED_EVENTS ?? 1_500);

test("each failed event is sent once, and one that fails after the request is not part of it", {
  timeout: 120_000,
}, async () => {
  const receiver = await startReceiver();
  const { organisationId } = await makeOrganisation();
  const scope: Scope = { organisationId, mode: "test" };
  const ids: string[] = [];
  while (ids.length < COUNT)
    ids.push(
      ...(await makeDeliveries({
        organisationId,
        url: receiver.url,
        count: Math.min(500, COUNT - ids.length),
      })),
    );
  const [late = ""] = await makeDeliveries({ organisationId, url: receiver.url });
  await systemDb().sql`
    update webhook_deliveries set state = 'failed', attempt_count = 11, uncounted_attempts = 0, changed_at = now() - interval '1 minute'
    where organisation_id = ${organisationId} and id <> ${late}`;
  const startedAt = performance.now();
  const { id, total } = await startReplay(scope, { since: new Date(0) });
  expect(total).toBe(COUNT);
  await systemDb().sql`
    update webhook_deliveries set state = 'failed', changed_at = clock_timestamp() + interval '1 second' where id = ${late}`;
  await Promise.all([runReplays(), runReplays()]);
  await runReplays();
  expect(await getReplay(scope, id)).toMatchObject({ replayed: COUNT, finished_at: expect.any(Date) });
  await deliverDue({ budgetMs: 60_000 });
  const seconds = (performance.now() - startedAt) / 1000;
  expect(receiver.received).toHaveLength(COUNT);
  expect(receiver.received.map(({ headers }) => headers["webhook-id"]).sort()).toEqual([...ids].sort());
  expect(seconds).toBeLessThan(60);
  process.stdout.write(`${COUNT} events sent again in ${seconds.toFixed(1)} s\n`);
});
