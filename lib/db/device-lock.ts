import type { Db } from "./client";

/** Locks devices, claims, pairings and attached accounts against concurrent changes until the SQL transaction ends. */
export const lockDevices = ({ sql }: Db) => sql`select pg_advisory_xact_lock(hashtext('takings.pairings'))`;

/** The same lock, shared: its holders wait for a change, and not for each other. */
export const lockDevicesShared = ({ sql }: Db) =>
  sql`select pg_advisory_xact_lock_shared(hashtext('takings.pairings'))`;
