import type { z } from "zod";
import { databaseAddress, flag, wholeNumber } from "./setting-schemas";

/** The settings of databases of several servers, as they are written in the environment. */
export const SCALE_SETTINGS = {
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  DATABASE_REPLICA_MAX_LAG_MS: wholeNumber(100, 600_000).default(2_000),
  DATABASE_DISTRIBUTED: flag.default(false),
};

/** Returns the typed settings of databases of several servers. */
export function resolveScaleSettings(raw: z.output<z.ZodObject<typeof SCALE_SETTINGS>>) {
  return {
    /** Whether the application's and the system login's connections are a pooler's. */
    hasPooler: raw.DATABASE_DIRECT_URL !== undefined,
    /** The application's connection to a streaming replica; undefined: all reads go to the primary. */
    databaseReplicaUrl: raw.DATABASE_REPLICA_URL,
    /** How far the replica may be behind the primary to be read. */
    replicaMaxLagMs: raw.DATABASE_REPLICA_MAX_LAG_MS,
    /** Whether the tables are distributed by session (`drizzle/citus.sql`). */
    isDatabaseDistributed: raw.DATABASE_DISTRIBUTED,
  };
}
