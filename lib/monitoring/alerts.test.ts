/** Guarantee: each alert of `deploy/prometheus/alerts.yml` fires when its condition is caused, and not before. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { startScheduledBackups, stopScheduledBackups } from "@/lib/backup";
import { composePayment } from "@/lib/bank/testing/emulators/notifications";
import { startLivePaystack } from "@/lib/catch-up/testing/paystack";
import { assertDefined } from "@/lib/core/errors/assert";
import { closePools, systemDb, systemTx } from "@/lib/db/client";
import { forBank } from "@/lib/endpoints/bank";
import { env } from "@/lib/env";
import { clearSingleton } from "@/lib/process-singleton";
import { useTestDatabase } from "@/lib/testing/database";
import { eventually } from "@/lib/testing/eventually";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { deliverDue } from "@/lib/webhooks";
import { makeDeliveries, makeOrganisation } from "@/lib/webhooks/testing/deliveries";
import { startReceiver } from "@/lib/webhooks/testing/receiver";
import { startMetrics } from "./render";
import { evaluate, metricsOf, type Sample } from "./testing/promql";
import { scrape, sumOf } from "./testing/scrape";

const paystack = await startLivePaystack({
  WEBHOOK_ALLOW_HTTP: "true",
  WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
});
afterAll(() => paystack.close());
useTestDatabase();
beforeAll(startMetrics);

const duration = z.string().regex(/^\d+[smh]$/);
const name = z.string().regex(/^Takings[A-Z]\w+$/);
/** The rule file's format, without the members that it does not use: an unknown one is an error, as for Prometheus. */
const RuleFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string().min(1),
      rules: z.array(
        z.strictObject({
          alert: name,
          expr: z.string().min(1),
          for: duration.optional(),
          labels: z.strictObject({ severity: z.enum(["critical", "warning"]) }),
          annotations: z.strictObject({
            summary: z.string().min(1),
            runbook_url: z.string().regex(/^docs\/runbook\.md#\w+$/),
          }),
        }),
      ),
    }),
  ),
});
const rules = RuleFile.parse(parse(readFileSync("deploy/prometheus/alerts.yml", "utf8"))).groups.flatMap(
  (group) => group.rules,
);

let payments = 0;
/** Posts Paystack's notification of a payment, signed with this secret, to the bank webhook. */
async function notify(account: string, secret = process.env.PAYSTACK_SECRET_KEY ?? ""): Promise<number> {
  const key = `alert-${++payments}`;
  const paid = { key, amount: 10_000n, account, senderName: "Ngozi Obi", narration: key, paidAt: new Date() };
  const { headers, body } = composePayment(
    "paystack",
    { ...paystack.ledger.pay(account, 10_000n), ...paid },
    secret,
  );
  const request = new Request("http://localhost/v1/webhooks/bank", { method: "POST", headers, body });
  return (await forBank(request, { params: Promise.resolve({}) })).status;
}

const times = <T>(count: number, work: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, () => work()));

/** Makes an event that has been due for this long, at an endpoint of this health, and scrapes. */
async function scrapeWithDueEvent(dueForMs: number, health: "healthy" | "failing"): Promise<Sample[]> {
  const { organisationId } = await makeOrganisation();
  await makeDeliveries({ organisationId, url: "http://127.0.0.1:1/hook", dueInMs: -dueForMs });
  await systemDb().sql`update webhook_endpoints set health = ${health},
    next_probe_at = case when ${health} = 'healthy' then null else now() + interval '1 hour' end`;
  const samples = await scrape();
  await systemDb().sql`delete from webhook_deliveries`;
  return samples;
}

/** Records a payment while its session is locked for this long; scrapes shortly before the end, and after the commit. */
async function recordLocked(lockedMs: number): Promise<{ waiting: Sample[]; committed: Sample[] }> {
  const { account, sessionId } = await openTestSession("live");
  let locked = () => {};
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const lock = systemTx(async ({ sql }) => {
    await sql`select from session_states where session_id = ${sessionId} for update`;
    locked();
    await sleep(lockedMs);
  });
  await isLocked;
  const recording = recordCredit(createIncomingCredit({ account }, { mode: "live" }));
  await sleep(lockedMs - 100);
  const waiting = await scrape();
  await Promise.all([lock, recording]);
  return { waiting, committed: await scrape() };
}

/** Starts the scheduled backups with a folder that cannot be written, and waits for the failure. */
async function startFailingBackup(): Promise<void> {
  Object.assign(env(), { backupDir: "/dev/null/backups" });
  const before = sumOf(await scrape(), "takings_backups_total", { outcome: "failed" });
  startScheduledBackups();
  await eventually(async () => {
    expect(sumOf(await scrape(), "takings_backups_total", { outcome: "failed" })).toBe(before + 1);
  });
}

/** For each alert, a function that causes its condition, returns the scrape that shows it, and removes its data. */
const CAUSES: Record<string, () => Promise<Sample[]>> = {
  TakingsAbsent: async () => [],
  TakingsSignaturesInvalid: async () => {
    expect(await times(21, () => notify("0123456789", "another secret"))).toEqual(Array(21).fill(401));
    return scrape();
  },
  TakingsExceptionsOpened: async () => {
    expect(await times(11, () => notify("0123456789"))).toEqual(Array(11).fill(200));
    return scrape();
  },
  TakingsRecordingSlow: async () => (await recordLocked(900)).committed,
  TakingsRecordingStuck: async () => (await recordLocked(1_900)).waiting,
  TakingsWebhooksLate: () => scrapeWithDueEvent(120_000, "healthy"),
  TakingsReceiverFailing: () => scrapeWithDueEvent(7_200_000, "failing"),
  TakingsAttemptsFailing: async () => {
    const organisation = await makeOrganisation();
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    await makeDeliveries({ ...organisation, url: receiver.url, dueInMs: -1_000 });
    await deliverDue({ budgetMs: 5_000 });
    expect(receiver.received).toHaveLength(1);
    const samples = await scrape();
    await systemDb().sql`delete from webhook_deliveries`;
    return samples;
  },
  TakingsCatchUpLate: async () => {
    await systemDb().sql`
      insert into bank_polls (bank_connection_id, listed_until, completed_at)
      values ('bnk_paystack', now() - interval '2 hours', now() - interval '1 hour')`;
    const samples = await scrape();
    await systemDb().sql`delete from bank_polls`;
    return samples;
  },
  TakingsConfirmationsLate: async () => {
    const { account } = await openTestSession("live");
    const reported = createIncomingCredit({ account, needsConfirmation: true }, { mode: "live" });
    await recordCredit(reported);
    await systemDb().sql`update payment_confirmations set created_at = now() - interval '1 hour'`;
    const samples = await scrape();
    await systemDb().sql`delete from payment_confirmations`;
    return samples;
  },
  TakingsBackupFailed: async () => {
    await startFailingBackup();
    const samples = await scrape();
    await stopScheduledBackups();
    await systemDb().sql`delete from service_state`;
    return samples;
  },
  TakingsBackupLate: async () => {
    await startFailingBackup();
    await stopScheduledBackups();
    await systemDb().sql`
      update service_state set since = since - interval '3 hours' where name = 'scheduled_backups'`;
    const samples = await scrape();
    Object.assign(env(), { backupDir: undefined });
    await systemDb().sql`delete from service_state`;
    return samples;
  },
  TakingsEventLoopBlocked: async () => {
    // The measurement begins at the first tick after a scrape.
    await sleep(50);
    const end = performance.now() + 700;
    while (performance.now() < end);
    await sleep(20);
    return scrape();
  },
  TakingsConnectionsExhausted: async () => {
    const work = times(12, () => systemTx(({ sql }) => sql`select pg_sleep(0.3)`));
    const samples = await scrape();
    await work;
    return samples;
  },
  TakingsReplicaLate: async () => {
    const setReplica = async (url: string | undefined) => {
      await closePools();
      for (const name of ["settings", "pools", "replica"]) clearSingleton(name);
      Object.assign(process.env, { DATABASE_REPLICA_URL: url ?? "", DATABASE_REPLICA_MAX_LAG_MS: "100" });
    };
    await setReplica("postgres://takings@127.0.0.1:9/takings");
    await scrape();
    await sleep(150);
    const samples = await scrape();
    await setReplica(undefined);
    return samples;
  },
  TakingsNotificationsRefused: async () => {
    await closePools();
    expect(await notify("0123456789")).toBe(503);
    return scrape();
  },
  // The last one: the pools are closed, like those of a process without a database.
  TakingsDatabaseDown: async () => {
    const samples = await scrape();
    const stale = /^takings_(webhook_oldest_due|catch_up_lag|confirmation_oldest|backup_overdue)/;
    expect(samples.filter((sample) => stale.test(sample.name))).toEqual([]);
    return samples;
  },
};

test("every alert has a cause here, and a section in the runbook", () => {
  expect(rules.map(({ alert }) => alert).toSorted()).toEqual(Object.keys(CAUSES).toSorted());
  const sections = [...readFileSync("docs/runbook.md", "utf8").matchAll(/^## (\w+)$/gm)].map(
    ([, title]) => title,
  );
  expect(sections.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  for (const { alert, annotations } of rules)
    expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
});

test("the expressions of alerts and of the dashboard are valid and read metrics that the service has", async () => {
  const dashboard = z
    .object({
      panels: z.array(z.looseObject({ targets: z.array(z.object({ expr: z.string() })).optional() })),
    })
    .parse(JSON.parse(readFileSync("deploy/grafana/takings.json", "utf8")));
  const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const existing = new Set((await scrape()).map((sample) => sample.name));
  const read = new Set([...rules.map(({ expr }) => expr), ...shown].flatMap(metricsOf));
  expect([...read].filter((metric) => !existing.has(metric))).toEqual([]);
  const ours = [...existing].filter((metric) => /^takings_/.test(metric) && !/_(sum|count)$/.test(metric));
  const onDashboard = new Set(shown.flatMap(metricsOf));
  expect(
    ours.filter((metric) => !onDashboard.has(metric) && metric !== "takings_database_connections_max"),
  ).toEqual([]);
});

test.each(Object.entries(CAUSES))("%s fires when its condition is caused", async (alert, cause) => {
  const { expr } = assertDefined(
    rules.find((rule) => rule.alert === alert),
    "the alert is in the file",
  );
  const before = await scrape();
  if (alert !== "TakingsDatabaseDown")
    expect(evaluate(expr, { before, after: before, seconds: 300 })).toEqual([]);
  const after = await cause();
  expect(evaluate(expr, { before, after, seconds: 300 })).not.toEqual([]);
});
