import { actorName, recordAudit } from "@/lib/audit";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Caller, Mode } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { devicePairings } from "@/lib/db/schema";
import { incrementSessionVersion, inScope } from "@/lib/db/session-state";
import { defaultMode, type ProviderName } from "@/lib/env";
import { deviceConnection, providerOfConnection } from "./connection";
import { type DeviceIdentity, isSameDevice, lockDevices, parseSerial } from "./identity";
import type { OwnedDevice } from "./ownership";

/** Selects an owned device by id, or by bank and serial number; the default mode is that of the deployment. */
type DeviceSelector =
  | { deviceId: Id<"device"> }
  | { provider: ProviderName; serial: string; mode?: Mode | undefined };

/**
 * Releases a device in the caller's scope and unpairs it; the row stays. Records it in the audit log. Throws
 * `Failure("not_found")` if no organisation in the scope owns the device.
 */
export function releaseDevice(
  caller: Caller,
  selector: DeviceSelector,
): Promise<{ deviceId: Id<"device">; organisationId: Id<"organisation"> }> {
  return systemTx(async (db) => {
    await lockDevices(db);
    const device = await findOwned(db, caller, selector);
    if (!device) throw notFound("device");
    await endOwnership(db, caller, device);
    return { deviceId: device.id, organisationId: device.organisationId };
  });
}

async function findOwned(db: Db, caller: Caller, selector: DeviceSelector): Promise<OwnedDevice | undefined> {
  const [device] = await db.sql<OwnedDevice[]>`
    select id, organisation_id, mode, bank_connection_id, serial from devices
    where ${"deviceId" in selector ? db.sql`id = ${selector.deviceId}` : isSameDevice(db, toIdentity(selector))}
      and ${inScope(db, caller)} and released_at is null
    order by bank_connection_id limit 1`;
  return device;
}

function toIdentity({
  provider,
  serial,
  mode = defaultMode(),
}: Exclude<DeviceSelector, { deviceId: Id<"device"> }>): DeviceIdentity {
  return { mode, serial: parseSerial(serial), bankConnectionId: deviceConnection(mode, provider) };
}

async function endOwnership(db: Db, caller: Caller, device: OwnedDevice): Promise<void> {
  const { id, organisationId, mode, serial, bankConnectionId } = device;
  const now = new Date();
  await db.sql`update devices set released_at = ${now}, released_by = ${actorName(caller)} where id = ${id}`;
  const ended = await db.sql<RowOf<typeof devicePairings, "sessionId">[]>`
    update device_pairings set paired_to = greatest(paired_from, ${now})
    where ${isSameDevice(db, device, "device")} and organisation_id = ${organisationId}
      and coalesce(paired_to, 'infinity') > ${now}
    returning session_id`;
  for (const sessionId of new Set(ended.map((one) => one.sessionId)))
    await incrementSessionVersion(db, { organisationId, mode }, sessionId);
  const provider = providerOfConnection(bankConnectionId) ?? "any bank";
  await recordAudit(
    db,
    { ...caller, organisationId },
    { action: "released_device", subject: id, details: { serial, provider } },
  );
}
