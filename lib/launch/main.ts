import cluster from "node:cluster";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { startAccountClosing, stopAccountClosing } from "@/lib/accounts";
import { startAlerts, stopAlerts } from "@/lib/alerts";
import { startScheduledBackups, stopScheduledBackups } from "@/lib/backup";
import { receiveOnlyProviders, validateBankSettings } from "@/lib/bank";
import { startCatchUp, stopCatchUp } from "@/lib/catch-up";
import { closePools } from "@/lib/db/client";
import { copyEnvironment, loadSettings, type Settings } from "@/lib/env";
import { startMatching, stopMatching } from "@/lib/expected-payments";
import { startExportWorker, stopExportWorker } from "@/lib/exports";
import { announceStop } from "@/lib/http/health";
import { startKeyExpiry, stopKeyExpiry } from "@/lib/idempotency";
import { closeLiveStreams } from "@/lib/live";
import { startMetrics } from "@/lib/monitoring";
import { startNotificationRetention, stopNotificationRetention } from "@/lib/notification-retention";
import { createDemo } from "@/lib/organisations";
import { startPayerErasure, stopPayerErasure } from "@/lib/payers";
import { startIndexing, stopIndexing } from "@/lib/payment-search";
import { startRefunds, stopRefunds } from "@/lib/refunds";
import { flushRequestLog, startRequestLog, stopRequestLog } from "@/lib/request-log";
import type { HttpServer } from "@/lib/server/http-server";
import { openServer } from "@/lib/server/server";
import { startSettlementPolling, stopSettlementPolling } from "@/lib/settlement";
import { startPaymentConfirmation, stopPaymentConfirmation } from "@/lib/transactions";
import {
  describePause,
  getSendingPause,
  type SendingPause,
  startAttemptRetention,
  startRemovedEndpoints,
  startReplays,
  startSender,
  stopAttemptRetention,
  stopRemovedEndpoints,
  stopReplays,
  stopSender,
} from "@/lib/webhooks";
import { openDatabase } from "./database";
import { exitOnCrash } from "./process/crash-handler";
import { collectHeap, limitHeapGrowth } from "./process/gc-tuning";
import { retryWhileUnavailable } from "./process/retry";
import { Openings, onShutdown } from "./process/shutdown";
import { startTracing, stopTracing } from "./tracing/opentelemetry";
import { assertConnectionBudget, enforceConnectionBudget, startWorkers } from "./workers";

export { onShutdown } from "./process/shutdown";

interface StartOptions {
  dev: boolean;
  /** Builds the pages; runs only if the settings are valid and the port is free. */
  prepare?: () => Promise<void>;
}

/**
 * Starts the service and prints its address on stdout: in this process, or in `WEB_CONCURRENCY` worker processes, in which
 * this function runs too. On SIGTERM or SIGINT it drains, stops the embedded database unless another process uses it, and
 * exits with code 0. Throws before any change if the settings are invalid or the port is in use; the launcher prints the
 * error and exits with code 1.
 */
export async function start({ dev, prepare }: StartOptions): Promise<void> {
  limitHeapGrowth();
  const settings = loadSettings();
  validateBankSettings(settings);
  assertConnectionBudget(settings);
  if (cluster.isPrimary) await requireFreePort(settings);
  const openings = new Openings();
  exitOnCrash(() => {
    openings.isUrgent = true;
    return openings.close();
  });
  const opening = open(openings, { dev, prepare });
  const stop = () => {
    void openings.close(opening.catch(() => undefined)).then(() => process.exit(0));
  };
  // The handlers stay installed: a process group's signal arrives twice, and the second must not end the drain.
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // The process that started this worker was killed.
  process.on("disconnect", stop);
  try {
    await opening;
  } catch (thrown) {
    if (openings.isStopping) return;
    await openings.close();
    throw thrown;
  }
}

/** A shutdown may take ten seconds in total. */
const DRAIN_TIMEOUT_MS = 6_000;
const POOLS_TIMEOUT_MS = 1_000;
const DATABASE_TIMEOUT_MS = 2_500;
/** Longer than a worker's own drain. */
const WORKERS_TIMEOUT_MS = 13_000;

async function open(openings: Openings, { dev, prepare }: StartOptions): Promise<void> {
  await prepare?.();
  if (openings.isStopping) return;
  const environment = copyEnvironment();
  const database = await openDatabase("service");
  openings.add(() => database.release(), DATABASE_TIMEOUT_MS);
  if (openings.isStopping) return;
  openings.add(closePools, POOLS_TIMEOUT_MS);
  const retry = <T>(step: () => Promise<T>) =>
    retryWhileUnavailable(step, { isStopping: () => openings.isStopping });
  if (cluster.isPrimary) await retry(() => enforceConnectionBudget(loadSettings()));
  const { host, port, webConcurrency } = loadSettings();
  const isServing = cluster.isWorker || webConcurrency === 1;
  const url = isServing
    ? await serve(openings, { dev, host, port })
    : await serveInWorkers(openings, { count: webConcurrency, environment, host, port });
  if (cluster.isWorker) return;
  // Last, because the demo's credentials are printed only once: a failed start must not have created them.
  announce(url, await retry(createDemo), await retry(getSendingPause));
}

/** Serves in this process. Returns the address. */
async function serve(
  openings: Openings,
  { dev, host, port }: { dev: boolean; host: string; port: number },
): Promise<string> {
  const server = await openServer({ dev, host, port });
  const { shutdownDelayMs } = loadSettings();
  startMetrics();
  await startTracing();
  startExportWorker(new URL("./exports.mjs", import.meta.url));
  startSender();
  startReplays();
  startRemovedEndpoints();
  startPaymentConfirmation();
  startCatchUp();
  startAccountClosing();
  startRefunds();
  startIndexing();
  startMatching();
  startKeyExpiry();
  startRequestLog();
  startAttemptRetention();
  startSettlementPolling();
  startScheduledBackups();
  startPayerErasure();
  startNotificationRetention();
  startAlerts();
  const drains = [
    ...[closeLiveStreams, () => server.close().then(flushRequestLog), stopRequestLog, stopSender],
    ...[stopPaymentConfirmation, stopIndexing, stopMatching, stopExportWorker, stopKeyExpiry, stopCatchUp],
    ...[stopAccountClosing, stopSettlementPolling, stopRefunds, stopReplays, stopRemovedEndpoints],
    ...[stopScheduledBackups, stopPayerErasure, stopNotificationRetention, stopAlerts, stopAttemptRetention],
  ];
  openings.add(async () => {
    await Promise.allSettled([...drains, ...onShutdown].map(async (drain) => drain()));
    await stopTracing();
  }, DRAIN_TIMEOUT_MS);
  openings.add(() => awaitProxies(server, openings.isUrgent ? 0 : shutdownDelayMs), shutdownDelayMs + 1);
  collectHeap();
  return server.url;
}

/**
 * Announces the stop to proxies, and waits until they have noticed: readiness is refused, and each response closes its
 * connection, so that no proxy sends a request on a connection that is being closed.
 */
async function awaitProxies(server: HttpServer, delayMs: number): Promise<void> {
  announceStop();
  server.announceClose();
  await sleep(delayMs);
}

/** Serves in worker processes. Returns the address. */
async function serveInWorkers(
  openings: Openings,
  given: { count: number; environment: NodeJS.ProcessEnv; host: string; port: number },
): Promise<string> {
  const workers = await startWorkers(given.count, given.environment);
  openings.add(() => workers.stop(), WORKERS_TIMEOUT_MS + loadSettings().shutdownDelayMs);
  return `http://${given.host}:${given.port}`;
}

/** Throws if the service cannot listen on its address. */
async function requireFreePort({ host, port }: Settings): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject);
      probe.listen(port, host, resolve);
    });
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code === "EADDRINUSE") throw new Error(`Port ${port} of ${host} is taken. Set PORT to another.`);
    throw new Error(`Takings cannot listen on ${host}, port ${port} (${code}). Set HOST and PORT.`);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** Writes to stdout and never to the log: the password and the key are shown once and not stored. */
function announce(
  url: string,
  demo: Awaited<ReturnType<typeof createDemo>>,
  pause: SendingPause | null,
): void {
  const lines = [`Takings is ready at ${url}`];
  if (demo) {
    lines.push(
      "",
      `  Sign in as   ${demo.email}`,
      `  Password     ${demo.password}`,
      `  API key      ${demo.apiKey}`,
      "",
    );
  }
  if (loadSettings().bankMode === "live" && receiveOnlyProviders().length > 0) {
    lines.push(
      `These banks issue no accounts and only send notifications: ${receiveOnlyProviders().join(", ")}`,
    );
  }
  if (pause) lines.push(describePause(pause));
  process.stdout.write(`${lines.join("\n")}\n`);
}
