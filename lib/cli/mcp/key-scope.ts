import type { Scope } from "@/lib/core/scope";
import { closeDatabase, openExistingDatabase } from "@/lib/launch/database";
import { findApiCaller } from "@/lib/organisations";
import { describeError } from "../output";

/** Returns the scope of the API key as the database holds it now. Rejects with `DatabaseUnavailable`. */
export type RequireScope = () => Promise<Scope>;

/** The service's database cannot be read. The message says why. */
class DatabaseUnavailable extends Error {
  readonly code = "database_unavailable";
}

/**
 * Runs `work` with a function that finds the scope of an API key. The function opens the database at its first call, and
 * again at the next call if that failed, so that a database that was away is found when it is back. Throws the errors of
 * `work`.
 */
export async function withKeyScope(apiKey: string, work: (requireScope: RequireScope) => Promise<void>) {
  let opening: ReturnType<typeof openExistingDatabase> | undefined;
  const open = () => {
    opening ??= openExistingDatabase().catch((thrown) => {
      opening = undefined;
      throw thrown;
    });
    return opening;
  };
  try {
    await work(async () => {
      try {
        await open();
        const scope = await findApiCaller(apiKey);
        if (scope) return scope;
        throw new Error("It does not contain the API key. Set DATA_DIR or DATABASE_URL as for the service.");
      } catch (thrown) {
        throw new DatabaseUnavailable(
          `The service's database cannot be read: ${describeError(thrown).message}`,
        );
      }
    });
  } finally {
    const lease = await opening?.catch(() => undefined);
    if (lease) await closeDatabase(lease);
  }
}
