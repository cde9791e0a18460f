import { actorName, recordAudit } from "@/lib/audit";
import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Mode, Scope } from "@/lib/core/scope";
import { systemDb, systemTx } from "@/lib/db/client";
import { lockDevices } from "@/lib/db/device-lock";
import type { RowOf } from "@/lib/db/rows";
import type { devices } from "@/lib/db/schema";
import { defaultMode, type ProviderName } from "@/lib/env";
import { deviceConnection, withProviders } from "./connection";
import { parseSerial } from "./identity";
import { findOwners, insertDevice } from "./ownership";

/** A device as listed to the operator of the deployment. */
export interface DeviceSummary
  extends RowOf<
    typeof devices,
    | "id"
    | "organisationId"
    | "mode"
    | "serial"
    | "method"
    | "claimedBy"
    | "claimedAt"
    | "releasedAt"
    | "releasedBy"
  > {
  organisation: string;
  /** Null if the device is owned at every bank of the deployment. */
  provider: ProviderName | null;
  /** The terminal that it is paired with now. */
  terminalId: string | null;
}

/**
 * Makes an organisation the owner of a device on behalf of the operator. Throws `Failure("conflict")` if an organisation
 * owns it, `Failure("invalid_request")` for a bank without terminals.
 */
export async function addDevice(
  scope: Omit<Scope, "mode"> & { mode?: Mode | undefined },
  { provider, serial: text }: { provider: ProviderName; serial: string },
): Promise<{ deviceId: Id<"device">; mode: Mode }> {
  const { organisationId, mode = defaultMode() } = scope;
  const serial = parseSerial(text);
  return systemTx(async (db) => {
    await lockDevices(db);
    const owned = { organisationId, mode };
    const device = { mode, serial, bankConnectionId: await deviceConnection(db, owned, provider) };
    const [owner] = await findOwners(db, device);
    if (owner)
      throw new Failure("conflict", {
        detail:
          owner.organisationId === organisationId
            ? "The organisation owns the device already."
            : "Another organisation owns the device. Release it first with `takings devices release`.",
      });
    const claimedBy = actorName(scope);
    const claimedAt = new Date();
    const deviceId = await insertDevice(db, device, {
      organisationId,
      method: "operator",
      claimedBy,
      claimedAt,
    });
    await recordAudit(db, scope, {
      action: "claimed_device",
      subject: deviceId,
      details: { serial, provider, method: "operator" },
    });
    return { deviceId, mode };
  });
}

/** Lists the devices of one organisation or of all, newest first; with `all` also the released ones. */
export async function listDevices(filter: {
  organisationId?: Id<"organisation"> | undefined;
  all?: boolean;
}): Promise<DeviceSummary[]> {
  const db = systemDb();
  const { sql } = db;
  const rows = await sql<(DeviceSummary & { bankConnectionId: Id<"bankConnection"> })[]>`
    select d.id, o.name as organisation, d.organisation_id, d.mode,
      d.bank_connection_id, d.serial, d.method, d.claimed_by,
      d.claimed_at, d.released_at, d.released_by, (
        select p.terminal_id from device_pairings p
        where d.released_at is null and p.organisation_id = d.organisation_id and p.mode = d.mode and p.device = d.serial
          and (p.bank_connection_id = d.bank_connection_id or 'bnk_sandbox' in (p.bank_connection_id, d.bank_connection_id))
          and p.paired_from <= now() and coalesce(p.paired_to, 'infinity') > now()
        order by p.paired_from desc limit 1) as terminal_id
    from devices d left join organisations o on o.id = d.organisation_id
    where ${filter.organisationId ? sql`d.organisation_id = ${filter.organisationId}` : sql`true`}
      and ${filter.all ? sql`true` : sql`d.released_at is null`}
    order by d.claimed_at desc, d.id desc`;
  return withProviders(db, rows);
}
