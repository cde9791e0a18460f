import cluster from "node:cluster";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import { findReplica, getPoolUsage } from "@/lib/db/client";
import { env } from "@/lib/env";
import { countLiveStreams } from "@/lib/live";
import { metrics } from "@/lib/metrics";
import { singleton } from "@/lib/process-singleton";
import { getRecordingWait } from "@/lib/transactions";
import { type DatabaseGauge, getDatabaseGauges } from "./database-gauges";
import { answerCollections, collectFromWorkers, type ProcessMetrics } from "./workers";

/**
 * Starts measuring this process: its event loop, memory, processor time and garbage collections, as `nodejs_…` and
 * `process_…`. Everything else is counted without it.
 */
export function startMetrics(): void {
  singleton("process-metrics", () => {
    collectDefaultMetrics({ register: metrics().registry });
    if (cluster.isWorker) answerCollections(readMetrics);
    return true;
  });
}

/**
 * Returns the metrics in the text format of Prometheus, with its media type: of this process, or of all workers of
 * `WEB_CONCURRENCY` together. Never rejects.
 */
export async function renderMetrics(): Promise<{ text: string; contentType: string }> {
  const { contentType } = metrics().registry;
  const ofWorkers = cluster.isWorker ? await collectFromWorkers() : [];
  if (ofWorkers.length > 0)
    return { text: await AggregatorRegistry.aggregate(ofWorkers).metrics(), contentType };
  await setGauges();
  return { text: await metrics().registry.metrics(), contentType };
}

async function readMetrics(): Promise<ProcessMetrics> {
  await setGauges();
  return metrics().registry.getMetricsAsJSON();
}

async function setGauges(): Promise<void> {
  const { registry } = metrics();
  const gauges = singleton("gauges", () => createGauges(registry));
  setProcessGauges(gauges);
  setReplicaReads(singleton("replica-reads", () => createReplicaReads(registry)));
  setDatabaseGauges(gauges, await getDatabaseGauges());
}

type Gauges = ReturnType<typeof createGauges>;

/** The values that are read when they are asked for. */
function createGauges(registry: Registry) {
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[] = [],
    aggregator: "sum" | "max" | "min" = "sum",
  ) => new Gauge({ name, help, labelNames, aggregator, registers: [registry] });
  const maximum = (name: string, help: string, labelNames: string[] = []) =>
    gauge(name, help, labelNames, "max");
  return {
    recordingWait: maximum(
      "takings_recording_oldest_seconds",
      "How long the oldest payment of the recording queue has waited for its commit.",
    ),
    streams: gauge("takings_live_streams", "Open live streams (Server-Sent Events)."),
    inUse: gauge("takings_database_connections_in_use", "Connections of a pool in use.", ["pool"]),
    waiting: gauge(
      "takings_database_operations_waiting",
      "Operations that wait for a connection of a pool.",
      ["pool"],
    ),
    size: gauge("takings_database_connections_max", "The most connections that a pool opens.", ["pool"]),
    replicaLag: maximum(
      "takings_replica_lag_seconds",
      "How old the data of the replica can be, as this process measures it; it grows while the replica does not answer. 0 without one.",
    ),
    replicaMaxLag: maximum(
      "takings_replica_max_lag_seconds",
      "The age of the replica's data up to which it is read.",
    ),
    isUp: gauge(
      "takings_database_up",
      "1 if the database has answered the last scrape within 3 s, else 0.",
      [],
      "min",
    ),
    webhook_oldest_due: maximum(
      "takings_webhook_oldest_due_seconds",
      "How long the event that is due longest has waited for an attempt, by the health of its webhook endpoint.",
      ["health"],
    ),
    catch_up_lag: maximum(
      "takings_catch_up_lag_seconds",
      "The longest time of a bank connection since its list of payments was last read to its end; 0 without one.",
    ),
    confirmation_oldest: maximum(
      "takings_confirmation_oldest_seconds",
      "How long the payment that has waited longest has waited for its bank's confirmation.",
    ),
    backup_overdue: maximum(
      "takings_backup_overdue_seconds",
      "For how long a scheduled backup has been due; 0 if none is due, or without BACKUP_DIR.",
    ),
  };
}

function setProcessGauges(gauges: Gauges): void {
  const { recordingWait, streams, inUse, waiting, size, replicaLag, replicaMaxLag } = gauges;
  recordingWait.set(getRecordingWait());
  streams.set(countLiveStreams());
  const replica = findReplica();
  replicaLag.set(replica ? replica.lagSeconds : 0);
  replicaMaxLag.set(env().replicaMaxLagMs / 1_000);
  for (const [pool, usage] of Object.entries(getPoolUsage())) {
    inUse.set({ pool }, usage.inUse);
    waiting.set({ pool }, usage.waiting);
    size.set({ pool }, usage.size);
  }
}

/** Counts what `lib/db` counts, which is below `lib/metrics`. */
const createReplicaReads = (registry: Registry) =>
  new Counter({
    name: "takings_replica_reads_total",
    help: "Reads of the dashboard that may lag, by the server that answered them: the replica or the primary.",
    labelNames: ["server"],
    registers: [registry],
  });

function setReplicaReads(counter: ReturnType<typeof createReplicaReads>): void {
  const { replica, primary } = findReplica()?.reads ?? { replica: 0, primary: 0 };
  counter.reset();
  counter.inc({ server: "replica" }, replica);
  counter.inc({ server: "primary" }, primary);
}

/** Removes the values that cannot be read, so that no old one is taken for current. */
function setDatabaseGauges(gauges: Gauges, values: DatabaseGauge[] | undefined): void {
  gauges.isUp.set(values ? 1 : 0);
  gauges.webhook_oldest_due.reset();
  gauges.catch_up_lag.remove();
  gauges.confirmation_oldest.remove();
  gauges.backup_overdue.remove();
  for (const { name, health, seconds } of values ?? []) {
    if (name === "webhook_oldest_due") gauges[name].set({ health }, seconds);
    else gauges[name].set(seconds);
  }
}
