import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import postgres from "postgres";
import { systemDb } from "@/lib/db/client";
import { countStoredSecrets, type StoredSecrets } from "@/lib/encryption";
import { loadSettings, type Settings } from "@/lib/env";
import { withExistingDatabase } from "@/lib/launch/database";
import { getSendingPause, type SendingPause } from "@/lib/webhooks";
import { describeThrown } from "../output";

/** What there is to do, as the database tells it. */
export interface Workload {
  pendingDeliveries: number;
  /** When the longest-waiting event could have gone; null where none waits but for a person. */
  oldestDueAt: Date | null;
  openExceptions: number;
  /** Why no event is sent, or null. */
  sendingPause: SendingPause | null;
  /** How the stored secrets are encrypted. */
  secrets: StoredSecrets;
}

/** How the database is. Nothing is migrated or changed to find out. */
export interface DatabaseReport {
  embedded: boolean;
  version: string | null;
  pendingMigrations: number | null;
  workload: Workload | null;
  /** Why it could not be asked, or null. */
  fault: string | null;
}

/** Asks the database how it is; a stopped embedded one is started for it and stopped again. Never throws. */
export async function inspectDatabase(settings: Settings): Promise<DatabaseReport> {
  const report: DatabaseReport = {
    embedded: settings.databaseIsEmbedded,
    version: null,
    pendingMigrations: null,
    workload: null,
    fault: null,
  };
  try {
    await withExistingDatabase(async () => {
      await askOwner(report);
      if (report.pendingMigrations === 0) report.workload = await askWorkload();
    });
  } catch (thrown) {
    report.fault = describeThrown(thrown).message;
  }
  return report;
}

/** Fills in what only the owner may see: which migrations have run. */
async function askOwner(report: DatabaseReport): Promise<void> {
  const sql = postgres(loadSettings().databaseOwnerUrl ?? "", {
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
    const known = readMigrationFiles({ migrationsFolder: path.resolve("drizzle/migrations") });
    report.pendingMigrations = known.filter(
      ({ folderMillis }) => folderMillis > Number(last?.at ?? 0),
    ).length;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function askWorkload(): Promise<Workload | null> {
  const sendingPause = await getSendingPause();
  const secrets = await countStoredSecrets();
  const [row] = await systemDb().sql<Omit<Workload, "sendingPause" | "secrets">[]>`
    select d.count as "pendingDeliveries", d.oldest as "oldestDueAt", e.count as "openExceptions"
    from (select count(*)::int as count, min(greatest(due_at, probe_at)) filter (where health <> 'paused') as oldest
        from deliveries join endpoints on endpoints.id = endpoint_id where state = 'pending') d,
      (select count(*)::int as count from exceptions where resolved_at is null) e`;
  return row ? { ...row, sendingPause, secrets } : null;
}
