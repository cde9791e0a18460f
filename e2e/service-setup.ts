import { loadSettings } from "@/lib/env";
import { leaseDatabase } from "@/lib/launch/postgres";
import { generateSecrets } from "@/lib/launch/secrets/generate";
import { findCitusFault, startCitus } from "./citus";
import { findPgbouncerFault, startPgbouncer } from "./pgbouncer";
import { type RunEnvironment, startServices } from "./service";

/**
 * Playwright's global setup; Playwright calls the returned function after the run. If `TAKINGS_E2E_DATA_DIR` and
 * `TAKINGS_E2E_PORT` name the data folder and the port of a running service, that one is used. With
 * `TAKINGS_E2E_PGBOUNCER=1` the services reach their database through pgbouncer in transaction mode, with `TAKINGS_E2E_CITUS=1` their
 * database is distributed over three servers by Citus.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TAKINGS_E2E_DATA_DIR) return async () => undefined;
  if (process.env.TAKINGS_E2E_CITUS) return startServices(startDistributed);
  return startServices(process.env.TAKINGS_E2E_PGBOUNCER ? startBehindPgbouncer : undefined);
}

/** Starts Citus with the secrets of a data folder. The workers that run the tests inherit the setting. */
async function startDistributed(dataDir: string): Promise<RunEnvironment> {
  const fault = findCitusFault();
  if (fault) throw new Error(fault);
  process.env.DATABASE_DISTRIBUTED = "true";
  await generateSecrets(loadSettings({ ...process.env, DATA_DIR: dataDir }));
  return startCitus(dataDir);
}

/** Starts the embedded database of a data folder, held by this process, and pgbouncer in front of it. */
async function startBehindPgbouncer(dataDir: string): Promise<RunEnvironment> {
  const fault = findPgbouncerFault();
  if (fault) throw new Error(fault);
  const read = () => loadSettings({ ...process.env, DATA_DIR: dataDir });
  await generateSecrets(read());
  const { databasePassword: application = "", databaseOwnerPassword: owner = "" } = read();
  const lease = await leaseDatabase({ dataDir, passwords: { application, owner }, holder: "service" });
  const pooler = await startPgbouncer(dataDir);
  const stop = async () => {
    await pooler.stop();
    await lease.release();
  };
  return { settings: pooler.settings, stop };
}
