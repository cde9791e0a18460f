import { actorName, recordAudit } from "@/lib/audit";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Caller, Scope } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { incrementSessionVersion } from "@/lib/db/session-state";
import { providerOfConnection } from "./connection";
import { isSameDevice, lockDevices } from "./identity";
import type { OwnedDevice } from "./ownership";

/** Releases a device of the caller's organisation and unpairs it. Throws `Failure("not_found")`. */
export function releaseOwnDevice(scope: Scope, deviceId: Id<"device">): Promise<{ id: Id<"device"> }> {
  return systemTx(async (db) => {
    await lockDevices(db);
    const [device] = await db.sql<OwnedDevice[]>`
      select id, organisation_id, mode, bank_connection_id, serial from devices
      where id = ${deviceId} and organisation_id = ${scope.organisationId} and mode = ${scope.mode}
        and released_at is null`;
    if (!device) throw notFound("device");
    await releaseDevice(db, device, scope);
    return { id: deviceId };
  });
}

/** Ends an organisation's ownership and pairings of a device; the row stays. The caller has called `lockDevices`. */
export async function releaseDevice(db: Db, device: OwnedDevice, asker: Caller): Promise<void> {
  const { id, organisationId, mode, serial, bankConnectionId } = device;
  const now = new Date();
  await db.sql`update devices set released_at = ${now}, released_by = ${actorName(asker)} where id = ${id}`;
  const ended = await db.sql<{ sessionId: Id<"session"> }[]>`
    update device_pairings set paired_to = greatest(paired_from, ${now})
    where ${isSameDevice(db, device, "device")} and organisation_id = ${organisationId}
      and coalesce(paired_to, 'infinity') > ${now}
    returning session_id`;
  for (const sessionId of new Set(ended.map((one) => one.sessionId)))
    await incrementSessionVersion(db, { organisationId, mode }, sessionId);
  const provider = providerOfConnection(bankConnectionId) ?? "any bank";
  await recordAudit(
    db,
    { ...asker, organisationId },
    { action: "released_device", subject: id, details: { serial, provider } },
  );
}
