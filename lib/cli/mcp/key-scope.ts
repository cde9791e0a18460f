import type { Scope } from "@/lib/core/scope";
import { withExistingDatabase } from "@/lib/launch/database";
import { findApiCaller } from "@/lib/organisations";
import { describeError } from "../output";

/** Returns the scope of the API key as the database holds it now. Rejects with `DatabaseUnavailable`. */
export type RequireScope = () => Promise<Scope>;

/** The service's database cannot be read. The message says why. */
class DatabaseUnavailable extends Error {
  readonly code = "database_unavailable";
}

/**
 * Creates the function that finds the scope of a key. `fault` says why the database could not be opened; undefined if it
 * is open.
 */
function createRequireScope(apiKey: string, fault?: string): RequireScope {
  return async () => {
    try {
      if (fault !== undefined) throw new Error(fault);
      const scope = await findApiCaller(apiKey);
      if (scope) return scope;
      throw new Error("It does not contain the API key. Set DATA_DIR or DATABASE_URL as for the service.");
    } catch (thrown) {
      throw new DatabaseUnavailable(
        `The service's database cannot be read: ${describeError(thrown).message}`,
      );
    }
  };
}

/** Runs `work` with the database open if it can be opened, else without. Throws the errors of `work`. */
export async function withKeyScope(apiKey: string, work: (requireScope: RequireScope) => Promise<void>) {
  let isOpen = false;
  try {
    await withExistingDatabase(async () => {
      isOpen = true;
      await work(createRequireScope(apiKey));
    });
  } catch (thrown) {
    if (isOpen) throw thrown;
    await work(createRequireScope(apiKey, describeError(thrown).message));
  }
}
