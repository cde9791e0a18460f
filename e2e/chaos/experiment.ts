import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { randomFrom } from "@/lib/cli/simulate/random";
import { checkDelivered, checkQueued, checkStored, checkSums, computeSums, type Violation } from "./checks";
import type { Fault, Round } from "./fault";
import { startLoad } from "./load";
import { pollUntil } from "./system/processes";
import { readStoredData, readSums, runTakings } from "./system/stored-data";
import { openTestSystem, type TestSystem } from "./system/test-system";

/** The result of all rounds of a fault. */
export interface Outcome {
  fault: Fault;
  rounds: number;
  /** Why the fault was not run. */
  skipped?: string;
  note?: string | undefined;
  sent: number;
  acknowledged: number;
  requests: number;
  unavailable: number;
  events: number;
  /** Posts to receivers beyond the first of each event. */
  repeats: number;
  worstReadyMs: number;
  worstRecoveryMs: number;
  differences: number;
  violations: Violation[];
}

/** The load before the fault, plus a random time, and after the recovery. */
const BEFORE_MS = 1_200;
const BEFORE_SPREAD_MS = 800;
const AFTER_MS = 300;
const MAX_RECOVERY_MS = 10_000;
const RECOVERY_LIMIT_MS = 20_000;
const INJECT_LIMIT_MS = 120_000;
const DELIVERED_LIMIT_MS = 60_000;
/** After this many rounds with manual recovery the fault is not repeated. */
const MAX_MANUAL_RECOVERIES = 3;
/** The violations of a round that are logged at once; the report at the end has all. */
const LOGGED_VIOLATIONS = 10;

const emptyOutcome = (fault: Fault): Outcome => ({
  fault,
  rounds: 0,
  sent: 0,
  acknowledged: 0,
  requests: 0,
  unavailable: 0,
  events: 0,
  repeats: 0,
  worstReadyMs: 0,
  worstRecoveryMs: 0,
  differences: 0,
  violations: [],
});

interface Options {
  folder: string;
  rounds: number;
  seed: number;
  /** Payments per second. */
  rate: number;
  log(line: string): void;
}

/** Applies a fault repeatedly to one service under load, and compares all data after each round and at the end. */
export async function experiment(
  fault: Fault,
  { folder, rounds, seed, rate, log }: Options,
): Promise<Outcome> {
  const outcome = emptyOutcome(fault);
  const skipped = fault.impossible?.();
  if (skipped) return { ...outcome, skipped };
  const journal = path.join(folder, `${fault.name}.log`);
  let system: TestSystem | undefined;
  try {
    system = await openTestSystem(fault, path.join(folder, fault.name), journal, seed);
    const random = randomFrom(seed);
    const reported = new Set<string>();
    let manualRecoveries = 0;
    for (let number = 1; number <= rounds && manualRecoveries < MAX_MANUAL_RECOVERIES; number++) {
      const { recoveryMs, found } = await runRound(fault, { system, random, rate, number });
      if (recoveryMs === undefined) manualRecoveries++;
      outcome.rounds = number;
      outcome.worstRecoveryMs = Math.max(outcome.worstRecoveryMs, recoveryMs ?? Number.POSITIVE_INFINITY);
      const fresh = selectNewViolations(found, reported, number);
      outcome.violations.push(...fresh);
      const recovered =
        recoveryMs === undefined ? "not recovered" : `recovered in ${(recoveryMs / 1000).toFixed(1)} s`;
      log(`${fault.name} ${number}/${rounds}: ${recovered}, ${fresh.length} new violations`);
      for (const { check, evidence } of fresh.slice(0, LOGGED_VIOLATIONS)) log(`  ${check}: ${evidence}`);
    }
    outcome.violations.push(...(await deliverEverything(system)), ...(fault.inspect?.(system) ?? []));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    outcome.violations.push({ check: "aborted", evidence: reason.slice(0, 500) });
  }
  if (system) {
    await system.close().catch((thrown: unknown) => {
      outcome.violations.push({ check: "cleanup failed", evidence: String(thrown) });
    });
    complete(outcome, system);
  }
  return outcome;
}

/** Returns the violations that no earlier round had, with the number of this one. */
function selectNewViolations(
  found: readonly Violation[],
  reported: Set<string>,
  number: number,
): Violation[] {
  return found
    .filter(({ check, evidence }) => check === "no answer" || !reported.has(`${check} ${evidence}`))
    .map(({ check, evidence }) => {
      reported.add(`${check} ${evidence}`);
      return { check, evidence: `round ${number}: ${evidence}` };
    });
}

/**
 * One round: load, the fault during the load, recovery, the end of the load, and the comparison of the stored data
 * with the ledger.
 */
async function runRound(fault: Fault, round: Round) {
  const { system, random, rate, number } = round;
  const { service, traffic } = system;
  const found: Violation[] = [];
  if (!service.isRunning) await service.start();
  const load = startLoad({ ...system.loadTarget, run: String(number) }, rate * (fault.pace ?? 1));
  try {
    await sleep(BEFORE_MS + random.whole(BEFORE_SPREAD_MS));
    const endedAt = await within(INJECT_LIMIT_MS, fault.inject(round));
    const recoveryMs = await traffic.recovery(endedAt, RECOVERY_LIMIT_MS);
    if (recoveryMs === undefined || recoveryMs > MAX_RECOVERY_MS) {
      const evidence =
        recoveryMs === undefined
          ? `not within ${RECOVERY_LIMIT_MS / 1000} s; restarted manually`
          : `after ${Math.round(recoveryMs)} ms`;
      found.push({ check: "late recovery", evidence });
    }
    if (recoveryMs === undefined) {
      await service.kill();
      await service.start();
    }
    await sleep(AFTER_MS);
    await load.stop();
    traffic.assessCuts(service.downtimes);
    found.push(...service.violations.splice(0), ...traffic.violations.splice(0), ...(await compare(system)));
    return { recoveryMs, found };
  } finally {
    await load.stop();
  }
}

/** Checks all stored data and totals against the ledger. */
async function compare({
  database,
  ledger,
  settings,
  loadTarget,
  traffic,
}: TestSystem): Promise<Violation[]> {
  const { transactions, deliveries } = await readStoredData(database);
  const sums = loadTarget.sessions.map(async ({ sessionId }) => {
    const path = `/v1/reconciliation/${sessionId}`;
    const answer = await traffic.send({ method: "GET", path, headers: { "x-api-key": loadTarget.apiKey } });
    if (answer?.status !== 200) return [{ check: "no sums", evidence: `${path}: ${answer?.status}` }];
    return checkSums(sessionId, computeSums(ledger, sessionId, transactions), readSums(answer.text));
  });
  const { differences } = await runTakings<{ differences: object[] }>(settings, "verify");
  return [
    ...checkStored(ledger, transactions),
    ...checkQueued(ledger, transactions, deliveries),
    ...(await Promise.all(sums)).flat(),
    ...differences.map((one) => ({ check: "verify", evidence: JSON.stringify(one) })),
  ];
}

/** Makes all receivers healthy, waits until every event is delivered, and checks the received events. */
async function deliverEverything({ database, inbox, receivers }: TestSystem): Promise<Violation[]> {
  receivers.behaviour.isFlaky = false;
  const isDone = async () =>
    (await readStoredData(database)).deliveries.every(
      ({ id, state }) => state !== "pending" && inbox.receipts.get(id)?.accepted,
    );
  await pollUntil(isDone, DELIVERED_LIMIT_MS, 500);
  const { transactions, deliveries } = await readStoredData(database);
  return [...inbox.violations, ...checkDelivered(deliveries, transactions, inbox.receipts)];
}

/** Adds the figures for the report, and the violations found at the final stop. */
function complete(outcome: Outcome, { service, ledger, traffic, inbox, note }: TestSystem): void {
  const receipts = [...inbox.receipts.values()];
  outcome.violations.push(...service.violations);
  Object.assign(outcome, {
    ...ledger.count(),
    note,
    requests: traffic.tally.requests,
    unavailable: traffic.tally.unavailable,
    events: receipts.filter(({ accepted }) => accepted > 0).length,
    repeats: receipts.reduce((sum, { seen }) => sum + seen - 1, 0),
    worstReadyMs: Math.max(0, ...service.readyMs),
    differences: outcome.violations.filter(({ check }) => check === "verify").length,
  });
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const late = sleep(limitMs, undefined, { ref: false }).then(() => {
    throw new Error(`The fault itself took longer than ${limitMs / 1000} s.`);
  });
  return Promise.race([work, late]);
}
