/** Guarantee: a backup that is taken while banks send a hundred notifications a second is whole, and its copy repeats nothing. */
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
import { incoming } from "@/lib/transactions/testing/sessions";
import { deliverDue, resumeSending, startSender, stopSender } from "@/lib/webhooks";
import { type Answer, isSignedBy, type Received, startReceiver } from "@/lib/webhooks/testing/receiver";
import { createBackup, restoreBackup } from "./index";
import { makeOrganisation, notificationsFor } from "./testing/ledger";

process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
process.env.WEBHOOK_RETRY_SCHEDULE_MS = Array.from({ length: 40 }, () => 250).join();
useTestDatabase();

/** The whole form is `npm run backup:drill`. */
const SEED = 13;
const COUNT = 360;
const PER_SECOND = 100;
/** How many have been sent when the receiver begins to fail, and when the backup begins. */
const OUTAGE = 60;
const BEFORE = 120;

/** Whether the receiver fails, and the events that it accepted, in their order. */
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

type Ours = Awaited<ReturnType<typeof makeOrganisation>>;

/** Sends the seeded notifications at an even rate. Returns the ids of what was stored before the backup began. */
async function backUpUnderLoad({ account, terminalId }: Ours) {
  const underWay: Promise<unknown>[] = [];
  let backup: Promise<{ stored: string[]; backup: Awaited<ReturnType<typeof createBackup>> }> | undefined;
  const startedAt = performance.now();
  for (const notification of notificationsFor(SEED, COUNT, account, terminalId)) {
    underWay.push(receiveBankNotification(notification));
    await sleep(Math.max(0, startedAt + (underWay.length * 1_000) / PER_SECOND - performance.now()));
    if (underWay.length === OUTAGE) isFailing = true;
    if (underWay.length === BEFORE)
      backup = Promise.all(underWay).then(async () => {
        const stored = await idsOf("notices");
        const backup = await createBackup({ folder, signal });
        isFailing = false;
        return { stored, backup };
      });
  }
  await Promise.all(underWay);
  if (!backup) throw new Error("fewer notifications than were to come before the backup");
  return backup;
}

async function idsOf(table: "notices" | "transactions"): Promise<string[]> {
  const { sql } = systemDb();
  return (await sql<{ id: string }[]>`select id from ${sql(table)} order by id`).map(({ id }) => id);
}

const untilSent = () =>
  vi.waitFor(
    async () => {
      expect(await systemDb().sql`select from deliveries where state = 'pending'`).toHaveLength(0);
    },
    { timeout: 15_000, interval: 100 },
  );

test("under a hundred notifications a second, and restored elsewhere, it agrees and sends nothing twice", async () => {
  const receiver = await startReceiver(answer);
  const ours = await makeOrganisation(receiver.url, 20);
  startSender();
  const { stored, backup } = await backUpUnderLoad(ours);
  await untilSent();
  expect((await verifyTotals({})).differences).toEqual([]);
  const original = { notices: await idsOf("notices"), transactions: await idsOf("transactions") };
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
    const copied = { notices: await idsOf("notices"), transactions: await idsOf("transactions") };
    // Everything acknowledged before it began, nothing that the original does not have, and not all of that.
    expect(copied.notices).toEqual(expect.arrayContaining(stored));
    expect(original.notices).toEqual(expect.arrayContaining(copied.notices));
    expect(original.transactions).toEqual(expect.arrayContaining(copied.transactions));
    expect(copied.notices.length).toBeLessThan(original.notices.length);

    const already = accepted.splice(0).map(({ headers }) => headers["webhook-id"]);
    expect(new Set(already).size).toBe(already.length);
    startSender();
    await recordCredit(incoming({ account: ours.account, paymentKey: "to the copy" }));
    expect(await deliverDue({ budgetMs: 2_000 })).toMatchObject({ attempted: 0 });
    const { skipped } = await resumeSending({ skipBacklog: true });
    expect(skipped).toBeGreaterThan(0);
    await untilSent();
    const [own, ...others] = accepted;
    expect(others).toEqual([]);
    expect(own && isSignedBy(own, [ours.signingSecret])).toBe(true);
    expect(already).not.toContain(own?.headers["webhook-id"]);
    expect((await verifyTotals({})).differences).toEqual([]);
    await stopSender();
  });
}, 60_000);
