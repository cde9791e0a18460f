import { canLogIn } from "@/drizzle/logins";
import { migrate } from "@/drizzle/migrate";
import { assertDefined } from "@/lib/core/errors/assert";
import { closePools, resetPools } from "@/lib/db/client";
import { dropOwnerCredentials, loadSettings, setSystemUrl } from "@/lib/env";
import { type Lease, leaseDatabase } from "./postgres";
import { retryWhileUnavailable } from "./process/retry";
import { generateSecrets } from "./secrets/generate";
import { agreeOnSecrets } from "./secrets/share";

const EMPTY_LEASE: Lease = { release: async () => {} };

/**
 * Prepares the database for this process: generates secrets, starts the embedded PostgreSQL unless `DATABASE_URL` is
 * set, runs all migrations, and agrees with the other processes on the generated secrets. A service drops the owner's
 * credentials afterwards. Throws `SettingsError` and database errors.
 */
export async function openDatabase(holder: "service" | "command"): Promise<Lease> {
  const generated = await generateSecrets(loadSettings());
  const lease = await leaseEmbedded(holder);
  try {
    const settings = loadSettings();
    const { databaseDirect, isSystemLoginOurs: isOurs, hasPooler } = settings;
    const { systemUrl } = databaseDirect;
    await migrate({
      ownerUrl: assertDefined(settings.databaseOwnerUrl, "an open database has an owner's address"),
      applicationUrl: assertDefined(databaseDirect.url, "an open database has an address"),
      system: systemUrl === undefined ? undefined : { url: systemUrl, isOurs },
      hasPooler,
    });
    await retryWhileUnavailable(() => agreeOnSecrets(loadSettings(), generated));
    // A connection that stays open would keep the embedded database running after the release.
    await resetPools();
    if (holder === "service") dropOwnerCredentials();
    return lease;
  } catch (thrown) {
    await closeDatabase(lease);
    throw thrown;
  }
}

async function leaseEmbedded(holder: "service" | "command"): Promise<Lease> {
  const { databaseIsEmbedded, databasePassword, databaseOwnerPassword, dataDir } = loadSettings();
  if (!databaseIsEmbedded) return EMPTY_LEASE;
  const passwords = {
    application: assertDefined(databasePassword, "secrets were generated"),
    owner: assertDefined(databaseOwnerPassword, "secrets were generated"),
  };
  return leaseDatabase({ dataDir, passwords, holder });
}

/**
 * Opens an existing database for a command, without creating or migrating it, until `closeDatabase`. Rejects if there is no
 * database yet, or if it cannot be reached.
 */
export async function openExistingDatabase(): Promise<Lease> {
  const { databaseIsEmbedded, databaseUrl, databasePassword, databaseOwnerPassword } = loadSettings();
  if (databaseIsEmbedded && !(databaseUrl && databasePassword && databaseOwnerPassword))
    throw new Error("There is no database yet. The first start of the service makes it.");
  const lease = await leaseEmbedded("command");
  try {
    await fallBackToOneLogin();
    return lease;
  } catch (thrown) {
    await closeDatabase(lease);
    throw thrown;
  }
}

/** Runs a command's work with a database that `openExistingDatabase` opens. Throws its errors and those of `work`. */
export async function withExistingDatabase<T>(work: () => Promise<T>): Promise<T> {
  return runWithLease(await openExistingDatabase(), work);
}

/**
 * Uses the application's login if the system login does not exist yet: a database last migrated by an earlier version
 * has no system login, and its application login has the rights.
 */
async function fallBackToOneLogin(): Promise<void> {
  const { databaseUrl, databaseDirect, isSystemLoginOurs } = loadSettings();
  if (!databaseUrl || !databaseDirect.systemUrl || !isSystemLoginOurs) return;
  if (!(await canLogIn(databaseDirect.systemUrl))) setSystemUrl(databaseUrl);
}

/**
 * Runs a command's work with the database prepared, and leaves an embedded one running or stopped as before. Closes the
 * pools of `lib/db` afterwards, so that the process can exit. Throws the errors of `openDatabase` and `work`.
 */
export async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  return runWithLease(await openDatabase("command"), work);
}

async function runWithLease<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await closeDatabase(lease);
  }
}

/** Closes the pools of `lib/db`, so that the process can exit, and leaves an embedded database running or stopped as before. */
export async function closeDatabase(lease: Lease): Promise<void> {
  await closePools();
  await lease.release();
}
