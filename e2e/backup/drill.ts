import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { assertDefined } from "@/lib/core/errors/assert";
import { startLoad } from "../chaos/load";
import { ExternalCluster } from "../chaos/system/cluster";
import { pollUntil } from "../chaos/system/processes";
import { readSecrets, runTakings } from "../chaos/system/stored-data";
import { openTestSystem, type TestSystem } from "../chaos/system/test-system";
import {
  assertAlteredIsRefused,
  checkRestored,
  checkScheduled,
  checkTransactions,
  checkVerified,
} from "./check-restored";
import {
  type BackupReport,
  type DrillResult,
  listPending,
  type Original,
  readLedger,
  type Settings,
  type Snapshot,
} from "./findings";
import { checkBacklog, checkPaused, checkResumed, startCopy } from "./restored-copy";

const BACKUPS = 3;
/** How long receivers fail before the last backup, so that it contains pending events. */
const OUTAGE_MS = 3_000;
const PENDING_LIMIT_MS = 120_000;

const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "100" },
    seconds: { type: "string", default: "30" },
    seed: { type: "string", default: "1" },
  },
});
const rate = Number(values.rate);
const seconds = Number(values.seconds);
const seed = Number(values.seed);
const folder = assertDefined(process.env.DRILL_FOLDER, "run.mjs creates the folder");
const print = (line: string) => void process.stdout.write(`${line}\n`);
const problems: string[] = [];

const scheduled = path.join(folder, "scheduled");
const schedule = { prepare: async () => ({ settings: { BACKUP_DIR: scheduled } }) };
const system = await openTestSystem(
  schedule,
  path.join(folder, "original"),
  path.join(folder, "original.log"),
  seed,
);
const cluster = await ExternalCluster.open(path.join(folder, "outside-database"));
try {
  system.receivers.behaviour.isFlaky = false;
  const original = await backUpUnderLoad(system);
  report(await checkVerified("the original", system.settings));
  const backlog = await restoreBesideOriginal(original);
  await system.service.terminate();
  print("Restored from the service's own backup at its start:");
  report(await checkScheduled(scheduled, settingsOfCopy("copy-scheduled", {})));
  await restoreInsteadOfOriginal(original, backlog);
} finally {
  await system.close();
  await cluster.stop();
}
print(`Problems: ${problems.length}.`);
process.exit(problems.length === 0 ? 0 : 1);

/**
 * Restores while the original still runs and has sent the backlog itself. Returns the pending events of the backup.
 */
async function restoreBesideOriginal(original: Original): Promise<string[]> {
  print("The original still runs. Restored into an outside database:");
  const settings = settingsOfCopy("copy-outside", cluster.settings);
  report(await assertAlteredIsRefused(original.snapshot, settings, seed));
  report(await checkRestored(original.snapshot, settings));
  report(await checkVerified("the copy", settings));
  report(checkTransactions(original, (await readLedger(settings)).transactions));
  const backlog = await listPending(settings);
  const copy = await startCopy(settings, path.join(folder, "copy-outside.log"));
  try {
    report(await checkPaused(system, copy));
    report(await checkResumed(system, copy));
    report(await checkVerified("the copy that goes on", settings));
  } finally {
    await copy.service.terminate();
    await copy.traffic.close();
  }
  return backlog;
}

/** Restores after the original is lost. */
async function restoreInsteadOfOriginal({ snapshot }: Original, backlog: string[]): Promise<void> {
  print("The original is stopped. Restored into an embedded database:");
  const settings = settingsOfCopy("copy-embedded", {});
  report(await checkRestored(snapshot, settings));
  report(await checkVerified("the copy", settings));
  report(await checkBacklog(system, settings, backlog));
}

/**
 * The settings of a copy: its own `DATA_DIR`, and the secrets that an operator stores separately from the backups.
 */
function settingsOfCopy(name: string, database: Settings): Settings {
  const { DATABASE_PASSWORD, DATABASE_SYSTEM_PASSWORD, DATABASE_OWNER_PASSWORD, ...secrets } = readSecrets(
    system.database.dataDir,
  );
  return { ...system.settings, ...secrets, DATA_DIR: path.join(folder, name), ...database };
}

function report({ lines, problems: found }: DrillResult): void {
  for (const line of lines) print(`  ${line}`);
  for (const problem of found) print(`  WRONG: ${problem}`);
  problems.push(...found);
}

/** Makes several backups while notifications arrive, the last one with a backlog of events. */
async function backUpUnderLoad({ loadTarget, settings, ledger, receivers, service, traffic }: TestSystem) {
  const startedAt = performance.now();
  const load = startLoad({ ...loadTarget, run: "drill" }, rate);
  const snapshots: Snapshot[] = [];
  for (let number = 1; number <= BACKUPS; number++) {
    const isLast = number === BACKUPS;
    await sleep((seconds * 1000) / BACKUPS - (isLast ? OUTAGE_MS : 0));
    receivers.behaviour.isBroken = isLast;
    if (isLast) await sleep(OUTAGE_MS);
    snapshots.push(await backUp(system, path.join(folder, `backup-${number}`)));
  }
  receivers.behaviour.isBroken = false;
  await sleep(1_000);
  const perSecond = (ledger.count().sent * 1000) / (performance.now() - startedAt);
  await load.stop();
  const isQuiet = await pollUntil(
    async () => (await listPending(settings)).length === 0,
    PENDING_LIMIT_MS,
    500,
  );
  if (!isQuiet) problems.push("the original did not send all its events");
  traffic.assessCuts(service.downtimes);
  const found = traffic.violations.map(({ check, evidence }) => `${check}: ${evidence}`);
  const { sent, acknowledged } = ledger.count();
  if (perSecond < rate) found.push(`only ${perSecond.toFixed(1)} notifications a second were sent`);
  const lines = snapshots.map(
    ({ tookMs, rows, bytes, slowestMs, acknowledged: { size } }, index) =>
      `Backup ${index + 1}: ${(tookMs / 1000).toFixed(2)} s, ${rows} rows, ${bytes} bytes; ${size} payments ` +
      `acknowledged before; slowest probe meanwhile ${slowestMs.toFixed(0)} ms.`,
  );
  print(`Under ${perSecond.toFixed(0)} notifications a second, repeats not counted:`);
  report({
    lines: [...lines, `Notifications: ${sent} sent, ${acknowledged} acknowledged.`],
    problems: found,
  });
  const { transactions } = await readLedger(settings);
  return { snapshot: assertDefined(snapshots.at(-1), "there was a backup"), transactions };
}

async function backUp({ ledger, service, settings }: TestSystem, target: string): Promise<Snapshot> {
  const acknowledged = new Set(
    [...ledger.payments].flatMap(([key, { updates }]) => (updates[0]?.isAcknowledged ? [key] : [])),
  );
  const probe = probeReadiness(service.origin);
  const startedAt = performance.now();
  const taken = await runTakings<BackupReport>(settings, "backup", target);
  const tookMs = performance.now() - startedAt;
  return { ...taken, tookMs, acknowledged, slowestMs: await probe.stop() };
}

/** Probes the service's readiness repeatedly until it is stopped. */
function probeReadiness(origin: string): { stop(): Promise<number> } {
  let isStopped = false;
  let slowestMs = 0;
  const probing = (async () => {
    while (!isStopped) {
      const startedAt = performance.now();
      await fetch(`${origin}/api/health/ready`).then((answer) => answer.text());
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      await sleep(10);
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await probing;
      return slowestMs;
    },
  };
}
