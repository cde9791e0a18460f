import { type Id, terminalLabel } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, type Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { devices } from "@/lib/db/schema";
import type { ProviderName } from "@/lib/env";
import { type DeviceClaim, listOpenClaims } from "./claims";
import { listProvingProviders, withProviders } from "./connection";

/** A device as listed to its organisation. */
export interface OwnDeviceRow
  extends RowOf<typeof devices, "id" | "serial" | "method" | "claimedBy" | "claimedAt"> {
  provider: ProviderName | null;
  paired: {
    sessionId: Id<"session">;
    event: string;
    terminalId: string;
    label: string;
    isClosed: boolean;
  } | null;
}

interface Row extends Omit<OwnDeviceRow, "provider" | "paired"> {
  bankConnectionId: Id<"bankConnection">;
  sessionId: Id<"session"> | null;
  event: string;
  terminalId: string;
  position: number;
  isClosed: boolean;
}

/** Lists the organisation's devices with their current pairings, its open claims, and the banks that prove a claim. */
export async function listOwnDevices(
  scope: Scope,
): Promise<{ devices: OwnDeviceRow[]; openClaims: DeviceClaim[]; banks: ProviderName[] }> {
  return asOrganisation(scope.organisationId, async (db) => {
    const [rows, openClaims, banks] = await Promise.all([
      readDevices(db, scope),
      listOpenClaims(db, scope),
      listProvingProviders(db, scope),
    ]);
    return { devices: (await withProviders(db, rows)).map(toOwnDevice), openClaims, banks };
  });
}

function toOwnDevice(row: Omit<Row, "bankConnectionId"> & Pick<OwnDeviceRow, "provider">): OwnDeviceRow {
  const { sessionId, event, terminalId, position, isClosed, ...device } = row;
  return {
    ...device,
    paired: sessionId && { sessionId, event, terminalId, label: terminalLabel(position), isClosed },
  };
}

function readDevices({ sql }: Db, { organisationId, mode }: Scope): Promise<Row[]> {
  return sql<Row[]>`
    select d.id, d.serial, d.bank_connection_id, d.method, d.claimed_by,
      d.claimed_at, p.session_id, s.name as event, p.terminal_id,
      t.position, c.status = 'closed' as is_closed
    from devices d
    left join lateral (
      select * from device_pairings p
      where p.organisation_id = d.organisation_id and p.mode = d.mode and p.device = d.serial
        and (p.bank_connection_id = d.bank_connection_id or 'bnk_sandbox' in (p.bank_connection_id, d.bank_connection_id))
        and p.paired_from <= now() and coalesce(p.paired_to, 'infinity') > now()
      order by p.paired_from desc limit 1) p on true
    left join sessions s on s.session_id = p.session_id
    left join session_states c on c.session_id = p.session_id
    left join terminals t on t.session_id = p.session_id and t.terminal_id = p.terminal_id
    where d.organisation_id = ${organisationId} and d.mode = ${mode} and d.released_at is null
    order by d.serial, d.id`;
}
