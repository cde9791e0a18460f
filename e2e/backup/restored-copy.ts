import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { identityOf, Ledger } from "../chaos/ledger";
import { startLoad } from "../chaos/load";
import { pollUntil } from "../chaos/system/processes";
import { Service } from "../chaos/system/service";
import { readSecrets, runTakings } from "../chaos/system/stored-data";
import type { TestSystem } from "../chaos/system/test-system";
import { Traffic } from "../chaos/traffic";
import { countSeen, type DrillResult, listPending, readLedger, type Settings } from "./findings";

/** A service that runs on a restored backup, and the notifications that it was sent. */
export interface Copy {
  settings: Settings;
  journal: string;
  service: Service;
  traffic: Traffic;
  ledger: Ledger;
}

/** Payments per second to the paused copy, and for how long: longer than the sender's timer interval. */
const RATE = 20;
const PAUSED_MS = 7_000;
const SEND_LIMIT_MS = 60_000;

/** Starts a service on a restored backup. */
export async function startCopy(settings: Settings, journal: string): Promise<Copy> {
  const service = await Service.at({ settings, journal });
  await service.start();
  return { settings, journal, service, traffic: new Traffic(service.origin), ledger: new Ledger() };
}

/** Sends payments to the paused copy. It must record them, report the pause everywhere and send no event. */
export async function checkPaused({ inbox, loadTarget }: TestSystem, copy: Copy): Promise<DrillResult> {
  const { traffic, ledger, settings } = copy;
  const problems = await listMissingReports(copy);
  const before = countSeen(inbox);
  const load = startLoad({ ...loadTarget, traffic, ledger, run: "copy" }, RATE);
  await sleep(PAUSED_MS);
  await load.stop();
  const { transactions } = await readLedger(settings);
  const recorded = new Set(transactions.map(identityOf));
  const missing = [...ledger.payments.keys()].filter((payment) => !recorded.has(payment));
  problems.push(...missing.map((payment) => `${payment} was not recorded by the paused copy`));
  const { sent, acknowledged } = ledger.count();
  if (sent === 0 || acknowledged !== sent) problems.push(`${acknowledged} of ${sent} were acknowledged`);
  problems.push(...traffic.violations.map(({ check, evidence }) => `${check}: ${evidence}`));
  const now = countSeen(inbox);
  const leaked = [...now].filter(([id, seen]) => seen !== before.get(id));
  problems.push(...leaked.map(([id]) => `${id} was sent by the paused copy`));
  const waiting = await listPending(settings);
  if (waiting.length === 0) problems.push("no event waits in the copy, so the pause proves nothing");
  return {
    lines: [
      `Paused: ${acknowledged} of ${sent} notifications acknowledged, ${ledger.payments.size} payments recorded; ` +
        `${waiting.length} events wait, ${leaked.length} sent; reported by ready, start, doctor, deliver and job route.`,
    ],
    problems,
  };
}

/** Lists the reports that do not mention the pause. */
async function listMissingReports({ service, settings, journal }: Copy): Promise<string[]> {
  const problems: string[] = [];
  const ready = await (await fetch(`${service.origin}/api/health/ready`)).json();
  if (ready.data?.webhooks !== "paused") problems.push(`ready answers ${JSON.stringify(ready)}`);
  if (!readFileSync(journal, "utf8").includes("takings deliver --resume"))
    problems.push("the start does not report the pause");
  const authorization = `Bearer ${settings.JOB_SECRET ?? readSecrets(settings.DATA_DIR ?? "").JOB_SECRET}`;
  const url = `${service.origin}/api/jobs/deliver-webhooks`;
  const job = await fetch(url, { method: "POST", headers: { authorization } });
  const { data } = await job.json();
  if (data?.attempted !== 0) problems.push(`the job route answers ${JSON.stringify(data)}`);
  const deliver = await runTakings<{ error?: { code: string } }>(settings, "deliver");
  if (deliver.error?.code !== "conflict") problems.push("takings deliver was not refused");
  const port = String(service.port);
  const doctor = await runTakings<{ problems: string[] }>({ ...settings, PORT: port }, "doctor");
  if (!doctor.problems.some((one) => one.includes("takings deliver --resume")))
    problems.push(`the doctor finds ${JSON.stringify(doctor.problems)}`);
  return problems;
}

/** Resumes the copy without the backlog: only the events of its own payments are sent, each accepted once. */
export async function checkResumed({ inbox }: TestSystem, { settings, ledger }: Copy): Promise<DrillResult> {
  const before = countSeen(inbox);
  const report = await runTakings<{ skipped: number }>(settings, "deliver", "--resume", "--skip-backlog");
  const problems: string[] = [];
  const isSent = await pollUntil(async () => (await listPending(settings)).length === 0, SEND_LIMIT_MS, 500);
  if (!isSent) problems.push("events of the copy still wait");
  const { transactions, deliveries } = await readLedger(settings);
  const isOwn = new Map(transactions.map((row) => [row.id, ledger.payments.has(identityOf(row))]));
  const own = deliveries.filter(({ transactionId }) => isOwn.get(transactionId)).map(({ id }) => id);
  for (const id of own)
    if (inbox.receipts.get(id)?.seen !== 1 || before.has(id)) problems.push(`${id} was not sent once`);
  const repeated = [...before].filter(([id, seen]) => inbox.receipts.get(id)?.seen !== seen);
  problems.push(...repeated.map(([id]) => `${id} was sent by the original and by the copy`));
  const strange = inbox.receipts.size - before.size - own.length;
  if (strange !== 0) problems.push(`${strange} events are of no payment to the copy`);
  problems.push(...inbox.violations.map(({ check, evidence }) => `${check}: ${evidence}`));
  const twice = [...inbox.receipts].filter(([, { accepted }]) => accepted !== 1);
  problems.push(...twice.map(([id, { accepted }]) => `${id} was accepted ${accepted} times`));
  return {
    lines: [
      `Resumed without the backlog: ${report.skipped} events skipped, ${own.length} of the copy's own payments sent, ` +
        `signed with the platform's secret; ${repeated.length} sent by both.`,
      `Receivers: ${inbox.receipts.size} events of both databases, ${twice.length} not accepted exactly once.`,
    ],
    problems,
  };
}

/** Resumes a copy with the backlog: each event pending in the backup is sent once more, and no other. */
export async function checkBacklog(
  { inbox }: TestSystem,
  settings: Settings,
  backlog: string[],
): Promise<DrillResult> {
  const before = countSeen(inbox);
  const report = await runTakings<{ delivered: number }>(settings, "deliver", "--resume");
  const problems: string[] = [];
  if (report.delivered !== backlog.length) problems.push(`deliver answers ${JSON.stringify(report)}`);
  const expected = new Set(backlog);
  for (const [id, { seen }] of inbox.receipts) {
    const times = seen - (before.get(id) ?? 0);
    if (times !== (expected.has(id) ? 1 : 0)) problems.push(`${id} was sent ${times} times`);
  }
  problems.push(...inbox.violations.map(({ check, evidence }) => `${check}: ${evidence}`));
  const lines = [
    `Resumed with the backlog: ${report.delivered} of the ${backlog.length} events that waited in the backup sent, each ` +
      "once, with the webhook-id and the body that the original sent.",
  ];
  return { lines, problems };
}
