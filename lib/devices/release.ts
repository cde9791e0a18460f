import { actorName, recordAudit } from "@/lib/audit";
import { Failure, notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Caller, Mode } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { lockDevices } from "@/lib/db/device-lock";
import type { RowOf } from "@/lib/db/rows";
import type { devicePairings } from "@/lib/db/schema";
import { incrementSessionVersion, inScope } from "@/lib/db/session-state";
import { defaultMode, type ProviderName } from "@/lib/env";
import { providerOfConnection, requireTerminals } from "./connection";
import { isSameDevice, parseSerial } from "./identity";
import type { OwnedDevice } from "./ownership";

/**
 * Selects an owned device by id, or by bank, serial number and, if several organisations have such a device at their own
 * connections, organisation; the default mode is that of the deployment.
 */
type DeviceSelector =
  | { deviceId: Id<"device"> }
  | {
      provider: ProviderName;
      serial: string;
      mode?: Mode | undefined;
      organisationId?: Id<"organisation"> | undefined;
    };

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
  const { sql } = db;
  const devices = await sql<OwnedDevice[]>`
    select id, organisation_id, mode, bank_connection_id, serial from devices
    where ${"deviceId" in selector ? sql`id = ${selector.deviceId}` : matches(db, selector)}
      and ${inScope(db, caller)} and released_at is null
    order by bank_connection_id limit 2`;
  if (new Set(devices.map(({ organisationId }) => organisationId)).size > 1)
    throw new Failure("conflict", {
      detail: "Several organisations have a device with this serial number. Name the organisation.",
    });
  return devices[0];
}

/** The SQL condition that a device is at a connection to this bank, or at every one, and of the named organisation. */
function matches(
  { sql }: Db,
  {
    provider,
    serial,
    mode = defaultMode(),
    organisationId,
  }: Exclude<DeviceSelector, { deviceId: Id<"device"> }>,
) {
  requireTerminals(provider);
  return sql`
    mode = ${mode} and serial = ${parseSerial(serial)}
    and bank_connection_id in (select id from bank_connections where provider in (${provider}, 'sandbox'))
    and ${organisationId ? sql`organisation_id = ${organisationId}` : sql`true`}`;
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
  const provider = (await providerOfConnection(db, bankConnectionId)) ?? "any bank";
  await recordAudit(
    db,
    { ...caller, organisationId },
    { action: "released_device", subject: id, details: { serial, provider } },
  );
}
