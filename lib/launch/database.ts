import { canLogIn } from "@/drizzle/logins";
import { migrate } from "@/drizzle/migrate";
import { assertDefined } from "@/lib/core/assert";
import { closePools } from "@/lib/db/client";
import { encryptPlainSecrets } from "@/lib/encryption";
import { forgetOwner, loadSettings, setSystemUrl } from "@/lib/env";
import { type Lease, leaseDatabase } from "./postgres";
import { generateSecrets } from "./secrets";

const NOTHING_TO_RELEASE: Lease = { release: async () => {} };

/**
 * Makes the database ready for this process: secrets made, the embedded PostgreSQL running unless `DATABASE_URL`
 * names another, every migration run, no secret left in plain text. A service has no login of the owner's afterwards.
 * Throws `SettingsError`, and whatever the database refuses.
 */
export async function openDatabase(holder: "service" | "command"): Promise<Lease> {
  await generateSecrets(loadSettings());
  const lease = await leaseEmbedded(holder);
  try {
    const { databaseUrl, databaseSystemUrl, isSystemLoginOurs, databaseOwnerUrl } = loadSettings();
    await migrate({
      ownerUrl: assertDefined(databaseOwnerUrl, "an open database has an owner's address"),
      applicationUrl: assertDefined(databaseUrl, "an open database has an address"),
      system:
        databaseSystemUrl === undefined ? undefined : { url: databaseSystemUrl, isOurs: isSystemLoginOurs },
    });
    if (holder === "service") forgetOwner();
    await encryptPlainSecrets();
    return lease;
  } catch (thrown) {
    await lease.release();
    throw thrown;
  }
}

async function leaseEmbedded(holder: "service" | "command"): Promise<Lease> {
  const { databaseIsEmbedded, databasePassword, databaseOwnerPassword, dataDir } = loadSettings();
  if (!databaseIsEmbedded) return NOTHING_TO_RELEASE;
  const passwords = {
    application: assertDefined(databasePassword, "secrets were generated"),
    owner: assertDefined(databaseOwnerPassword, "secrets were generated"),
  };
  return leaseDatabase({ dataDir, passwords, holder });
}

/**
 * Runs a command's work with the database as it is: running, but neither made nor migrated for it, and leaves the
 * embedded one as it was found. Throws where there is none yet, and what the work throws.
 */
export async function withExistingDatabase<T>(work: () => Promise<T>): Promise<T> {
  const { databaseIsEmbedded, databaseUrl, databasePassword, databaseOwnerPassword } = loadSettings();
  if (databaseIsEmbedded && !(databaseUrl && databasePassword && databaseOwnerPassword))
    throw new Error("There is no database yet. The first start of the service makes it.");
  const lease = await leaseEmbedded("command");
  return leased(lease, async () => {
    await fallBackToOneLogin();
    return work();
  });
}

/** Where an earlier version has migrated last, there is no system login yet, and the application's has its rights. */
async function fallBackToOneLogin(): Promise<void> {
  const { databaseUrl, databaseSystemUrl, isSystemLoginOurs } = loadSettings();
  if (!databaseUrl || !databaseSystemUrl || !isSystemLoginOurs) return;
  if (!(await canLogIn(databaseSystemUrl))) setSystemUrl(databaseUrl);
}

/**
 * Runs a command's work with the database ready, and leaves the embedded one as it was found: running or stopped.
 * The pools of `lib/db` are closed afterwards, so that the process can end. Throws what `openDatabase` and the
 * work throw.
 */
export async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  return leased(await openDatabase("command"), work);
}

async function leased<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await closePools();
    await lease.release();
  }
}
