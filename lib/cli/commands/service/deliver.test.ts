import { expect, test } from "vitest";
import { systemDb, systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { pauseSending } from "@/lib/webhooks";
import { makeDeliveries } from "@/lib/webhooks/testing/deliveries";
import { startReceiver } from "@/lib/webhooks/testing/receiver";
import { runCommand } from "../../run";
import { captureStreams } from "../../testing/streams";
import { COMMANDS } from "../index";

useTestDatabase();

async function takings(line: string) {
  const streams = captureStreams();
  const argv = [...line.split(" "), "--json"];
  const exitCode = await runCommand(argv, streams, { commands: COMMANDS, withDatabase: (work) => work() });
  return { exitCode, value: JSON.parse(streams.stdout) };
}

test("deliver is rejected on a restored copy until --resume ends the pause and sends", async () => {
  const backupTakenAt = new Date("2026-11-20T09:00:00Z");
  const pause = () => systemTx(({ sql }) => pauseSending(sql, { backupTakenAt }));
  const none = { attempted: 0, delivered: 0, failed: 0, remaining: 0 };
  const receiver = await startReceiver();
  const { value: keys } = await takings("keys issue --organisation Backlog");
  const events = { organisationId: keys.organisation_id, url: receiver.url };
  await makeDeliveries(events);
  await pause();
  const { exitCode, value } = await takings("deliver");
  expect(exitCode).toBe(1);
  expect(value.error.message).toMatch(/paused.*2026-11-20T09:00:00.000Z.*takings deliver --resume/);
  expect((await takings("deliver --skip-backlog")).exitCode).toBe(2);
  const sent = { ...none, attempted: 1, delivered: 1 };
  expect((await takings("deliver --resume")).value).toEqual({ resumed: true, skipped: 0, ...sent });
  expect((await takings("deliver --resume")).value).toEqual({ resumed: false, skipped: 0, ...none });

  await makeDeliveries({ ...events, count: 2 });
  await systemDb()
    .sql`update webhook_deliveries set created_at = ${backupTakenAt.toISOString()}::timestamptz`;
  await pause();
  const skipped = await takings("deliver --resume --skip-backlog");
  expect(skipped.value).toEqual({ resumed: true, skipped: 2, ...none });
  expect(receiver.received).toHaveLength(1);
});
