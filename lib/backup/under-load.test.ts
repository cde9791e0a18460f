/** Guarantee: a backup taken under a hundred notifications a second is complete, and its copy sends nothing twice. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { systemDb } from "@/lib/db/client";
import { receiveBankNotification } from "@/lib/intake";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase, withNewDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit } from "@/lib/transactions/testing/sessions";
import { deliverDue, resumeSending, startSender, stopSender } from "@/lib/webhooks";
import { type Answer, isSignedBy, type Received, startReceiver } from "@/lib/webhooks/testing/receiver";
import { createBackup, restoreBackup } from "./index";
import { createFilledOrganisation, notificationsFor } from "./testing/organisation";

process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
process.env.WEBHOOK_RETRY_SCHEDULE_MS = Array.from({ length: 40 }, () => 250).join();
useTestDatabase();

/** The full-size version is `npm run backup:drill`. */
const SEED = 13;
const COUNT = 360;
const PER_SECOND = 100;
/** Number of notifications sent when the receiver begins to fail, and when the backup begins. */
const OUTAGE_AT = 60;
const BACKUP_AT = 120;

/** Whether the receiver fails, and the events that it accepted, in order. */
let isFailing = false;
const accepted: Received[] = [];
const answer: Answer = (response, _number, received) => {
  if (!isFailing) accepted.push(received);
  response.writeHead(isFailing ? 500 : 200).end();
};

const { signal } = new AbortController();
const parent = mkdtempSync(path.join(os.tmpdir(), "takings-backup-"));
const folder = path.join(parent, "backup");
afterAll(async () => {
  await stopSender();
  rmSync(parent, { recursive: true, force: true });
});

type Ours = Awaited<ReturnType<typeof createFilledOrganisation>>;

/**
 * Sends the seeded notifications at a constant rate. Returns the ids of the notifications stored before the backup
 * began.
 */
async function backUpUnderLoad({ account, terminalId }: Ours) {
  const inFlight: Promise<unknown>[] = [];
  let backup: Promise<{ stored: string[]; backup: Awaited<ReturnType<typeof createBackup>> }> | undefined;
  const startedAt = performance.now();
  for (const notification of notificationsFor(SEED, COUNT, account, terminalId)) {
    inFlight.push(receiveBankNotification(notification));
    await sleep(Math.max(0, startedAt + (inFlight.length * 1_000) / PER_SECOND - performance.now()));
    if (inFlight.length === OUTAGE_AT) isFailing = true;
    if (inFlight.length === BACKUP_AT)
      backup = Promise.all(inFlight).then(async () => {
        const stored = await idsOf("bank_notifications");
        const backup = await createBackup({ folder, signal });
        isFailing = false;
        return { stored, backup };
      });
  }
  await Promise.all(inFlight);
  if (!backup) throw new Error("too few notifications were generated to start the backup");
  return backup;
}

async function idsOf(table: "bank_notifications" | "transactions"): Promise<string[]> {
  const { sql } = systemDb();
  return (await sql<{ id: string }[]>`select id from ${sql(table)} order by id`).map(({ id }) => id);
}

/** An attempt that failed twice is repeated 30 seconds later (`WEBHOOK_RETRY_SCHEDULE_MS`). */
const untilSent = () =>
  vi.waitFor(
    async () => {
      expect(await systemDb().sql`select from webhook_deliveries where state = 'pending'`).toHaveLength(0);
    },
    { timeout: 45_000, interval: 100 },
  );

test("a backup under a hundred notifications a second restores with matching totals and sends nothing twice", async () => {
  const receiver = await startReceiver(answer);
  const ours = await createFilledOrganisation(receiver.url, 20);
  startSender();
  const { stored, backup } = await backUpUnderLoad(ours);
  await untilSent();
  expect((await verifyTotals({})).differences).toEqual([]);
  const original = {
    notifications: await idsOf("bank_notifications"),
    transactions: await idsOf("transactions"),
  };
  await stopSender();

  await withNewDatabase(async () => {
    const file = path.join(folder, "transactions.copy");
    const bytes = readFileSync(file);
    const at = (SEED * 1_009) % bytes.length;
    writeFileSync(file, bytes.with(at, (bytes[at] ?? 0) ^ 1));
    await expect(restoreBackup({ folder, signal })).rejects.toThrow(/transactions\.copy is not the file/);
    writeFileSync(file, bytes);

    const restored = await restoreBackup({ folder, signal });
    expect(restored.differences).toEqual([]);
    expect(restored.sums).toEqual(backup.sums);
    const copied = {
      notifications: await idsOf("bank_notifications"),
      transactions: await idsOf("transactions"),
    };
    // The copy has everything acknowledged before the backup began, nothing that the original lacks, and not all of
    // the original.
    expect(copied.notifications).toEqual(expect.arrayContaining(stored));
    expect(original.notifications).toEqual(expect.arrayContaining(copied.notifications));
    expect(original.transactions).toEqual(expect.arrayContaining(copied.transactions));
    expect(copied.notifications.length).toBeLessThan(original.notifications.length);

    const deliveredIds = accepted.splice(0).map(({ headers }) => headers["webhook-id"]);
    expect(new Set(deliveredIds).size).toBe(deliveredIds.length);
    startSender();
    await recordCredit(createIncomingCredit({ account: ours.account, paymentKey: "to the copy" }));
    expect(await deliverDue({ budgetMs: 2_000 })).toMatchObject({ attempted: 0 });
    const { skipped } = await resumeSending({ skipBacklog: true });
    expect(skipped).toBeGreaterThan(0);
    await untilSent();
    const [own, ...others] = accepted;
    expect(others).toEqual([]);
    expect(own && isSignedBy(own, [ours.signingSecret])).toBe(true);
    expect(deliveredIds).not.toContain(own?.headers["webhook-id"]);
    expect((await verifyTotals({})).differences).toEqual([]);
    await stopSender();
  });
}, 150_000);
