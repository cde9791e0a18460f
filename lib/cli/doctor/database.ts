import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import postgres from "postgres";
import { getScheduleState, type ScheduleState } from "@/lib/backup";
import { readTls } from "@/lib/core/settings/database-tls";
import { findReplica, systemDb } from "@/lib/db/client";
import { countStoredSecrets, type StoredSecrets } from "@/lib/encryption";
import { loadSettings, type Settings } from "@/lib/env";
import { withExistingDatabase } from "@/lib/launch/database";
import { type ConnectionBudget, readConnectionBudget } from "@/lib/monitoring";
import { getSendingPause, type SendingPause } from "@/lib/webhooks";
import { describeError } from "../output";
import { type BankReport, inspectBanks } from "./banks";

/** Pending work in the database. */
interface Workload {
  pendingDeliveries: number;
  /** When the oldest pending event became due; null if none waits except for a person. */
  oldestDueAt: Date | null;
  openExceptions: number;
  /** Why sending is paused, or null. */
  sendingPause: SendingPause | null;
  /** How the stored secrets are encrypted. */
  secrets: StoredSecrets;
  banks: BankReport;
  /** The scheduled backups; null without `BACKUP_DIR`, or before the first. */
  backups: ScheduleState | null;
}

/** The streaming replica, as this process measures it. */
interface ReplicaReport {
  isRead: boolean;
  lagSeconds: number;
  maxLagSeconds: number;
}

/** The state of the database. The check migrates and changes nothing. */
export interface DatabaseReport {
  embedded: boolean;
  version: string | null;
  pendingMigrations: number | null;
  workload: Workload | null;
  /** Null without `DATABASE_REPLICA_URL`. */
  replica: ReplicaReport | null;
  connectionBudget: ConnectionBudget | null;
  /** Why the database could not be queried, or null. */
  fault: string | null;
}

/**
 * Inspects the database; starts a stopped embedded one for the check and stops it again. `readMore` reads what else a check
 * needs of a migrated one, which cannot be read later. Never throws: what `readMore` throws is the fault.
 */
export async function inspectDatabase(
  settings: Settings,
  readMore?: () => Promise<void>,
): Promise<DatabaseReport> {
  const report: DatabaseReport = {
    embedded: settings.databaseIsEmbedded,
    version: null,
    pendingMigrations: null,
    workload: null,
    replica: null,
    connectionBudget: null,
    fault: null,
  };
  try {
    await withExistingDatabase(async () => {
      await readMigrations(report);
      if (report.pendingMigrations !== 0) return;
      report.workload = await readWorkload();
      report.replica = await inspectReplica(settings);
      report.connectionBudget = await readConnectionBudget(systemDb());
      await readMore?.();
    });
  } catch (thrown) {
    report.fault = describeError(thrown).message;
  }
  return report;
}

/** Adds what only the owner can read: the applied migrations. */
async function readMigrations(report: DatabaseReport): Promise<void> {
  const { url, options: tls } = readTls(loadSettings().databaseOwnerUrl ?? "");
  const sql = postgres(url, {
    ...tls,
    max: 1,
    connect_timeout: 5,
    onnotice: () => undefined,
  });
  try {
    const [server] = await sql<{ version: string; migrated: boolean }[]>`
      select current_setting('server_version') as version,
        to_regclass('drizzle.__drizzle_migrations') is not null as migrated`;
    report.version = server?.version ?? null;
    const [last] = server?.migrated
      ? await sql<
          { at: string }[]
        >`select coalesce(max(created_at), 0)::text as at from drizzle.__drizzle_migrations`
      : [];
    const available = readMigrationFiles({ migrationsFolder: path.resolve("drizzle/migrations") });
    report.pendingMigrations = available.filter(
      ({ folderMillis }) => folderMillis > Number(last?.at ?? 0),
    ).length;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function inspectReplica({ replicaMaxLagMs }: Settings): Promise<ReplicaReport | null> {
  const replica = findReplica();
  if (!replica) return null;
  const isRead = await replica.ready();
  return { isRead, lagSeconds: replica.lagSeconds, maxLagSeconds: replicaMaxLagMs / 1_000 };
}

async function readWorkload(): Promise<Workload | null> {
  const sendingPause = await getSendingPause();
  const secrets = await countStoredSecrets();
  const banks = await inspectBanks();
  const backups = (await getScheduleState()) ?? null;
  const [row] = await systemDb().sql<Omit<Workload, "sendingPause" | "secrets" | "banks" | "backups">[]>`
    select d.count as pending_deliveries, d.oldest as oldest_due_at, e.count as open_exceptions
    from (select count(*)::int as count, min(greatest(due_at, next_probe_at)) filter (where health <> 'paused') as oldest
        from webhook_deliveries join webhook_endpoints on webhook_endpoints.id = webhook_endpoint_id where state = 'pending') d,
      (select count(*)::int as count from exceptions where resolved_at is null) e`;
  return row ? { ...row, sendingPause, secrets, banks, backups } : null;
}
