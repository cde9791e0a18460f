import { Counter, Histogram, Registry } from "prom-client";
import { EXCEPTION_REASONS } from "./db/schema";
import { PROVIDER_NAMES } from "./env";
import { singleton } from "./process-singleton";

/** Bounds of the durations of statements and attempts, in seconds. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
/** Bounds of the number of payments that one statement records. */
const BATCH_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/** The outcomes of an attempt to send an event. */
const ATTEMPT_OUTCOMES = ["delivered", "rejected", "unanswered", "aborted"] as const;

function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const histogram = (name: string, help: string, buckets = DURATION_BUCKETS) =>
    new Histogram({ name, help, buckets, registers });
  const metrics = {
    registry,
    notificationsAccepted: new Counter({
      name: "takings_notifications_accepted_total",
      help: "Bank notifications that were committed and acknowledged, by provider and outcome.",
      labelNames: ["provider", "outcome"],
      registers,
    }),
    notificationsRefused: new Counter({
      name: "takings_notifications_refused_total",
      help: "Bank notifications that were answered with an error, by the error's code.",
      labelNames: ["reason"],
      registers,
    }),
    exceptionsOpened: new Counter({
      name: "takings_exceptions_opened_total",
      help: "Exceptions that this process opened, by reason.",
      labelNames: ["reason"],
      registers,
    }),
    batchSize: histogram(
      "takings_recording_batch_size",
      "Payments per recording statement, whether it recorded them or not.",
      BATCH_BUCKETS,
    ),
    commitTime: histogram(
      "takings_recording_commit_seconds",
      "Duration of a recording statement from sending it to its commit.",
    ),
    attempts: new Counter({
      name: "takings_webhook_attempts_total",
      help: "Attempts to send an event: delivered, rejected (an answer that is not 2xx), unanswered, or aborted by a stop.",
      labelNames: ["outcome"],
      registers,
    }),
    backups: new Counter({
      name: "takings_backups_total",
      help: "Scheduled backups that this process has finished, or that failed.",
      labelNames: ["outcome"],
      registers,
    }),
    attemptTime: histogram("takings_webhook_attempt_seconds", "Duration of an attempt to send an event."),
  };
  // A series that begins at its first event hides that event from `increase`.
  for (const provider of PROVIDER_NAMES)
    metrics.notificationsAccepted.inc({ provider, outcome: "recorded" }, 0);
  for (const outcome of ATTEMPT_OUTCOMES) metrics.attempts.inc({ outcome }, 0);
  for (const outcome of ["finished", "failed"]) metrics.backups.inc({ outcome }, 0);
  for (const reason of EXCEPTION_REASONS) metrics.exceptionsOpened.inc({ reason }, 0);
  for (const reason of ["invalid_signature", "unavailable", "internal"])
    metrics.notificationsRefused.inc({ reason }, 0);
  return metrics;
}

/**
 * What this process counts as it happens, for `/api/metrics` (`lib/monitoring`): counters in memory, whose labels have a
 * fixed set of values. Names follow Prometheus' conventions: base units, and `_total` for counters.
 */
export const metrics = () => singleton("metrics", createMetrics);
