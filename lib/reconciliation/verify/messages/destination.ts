import type { Id } from "@/lib/core/ids";
import { groupBy } from "@/lib/core/keys";
import { endOfMoment } from "@/lib/core/time";
import type { Db } from "@/lib/db/client";
import { destinationConnectionId } from "@/lib/transactions";
import type { Compared } from "./notifications";

interface Pairing {
  mode: string;
  device: string;
  bankConnectionId: Id<"bankConnection">;
  sessionId: Id<"session">;
  terminalId: string;
  pairedFrom: Date;
}

/**
 * Returns, for each POS payment, its session's terminals that its devices were paired with at that time, latest pairing
 * first. The end of a pairing is not compared: it can be set to a time in the past, and earlier payments keep their
 * terminal.
 */
export async function pairedTerminals(
  { sql }: Db,
  compared: readonly Compared[],
): Promise<Map<Id<"transaction">, string[]>> {
  const pos = compared.filter(({ row, credit }) => row.channel === "pos" && credit.devices.length > 0);
  const devices = [...new Set(pos.flatMap(({ credit }) => credit.devices))];
  const pairings =
    devices.length === 0
      ? []
      : await sql<Pairing[]>`
          select mode, device, bank_connection_id, session_id, terminal_id,
            paired_from
          from device_pairings where device = any(${devices}) order by paired_from desc`;
  const byDevice = groupBy(pairings, ({ mode, device }) => `${mode} ${device}`);
  return new Map(pos.map((one) => [one.row.id, terminalsOf(one, byDevice)]));
}

function terminalsOf({ row, credit }: Compared, byDevice: ReadonlyMap<string, Pairing[]>): string[] {
  const connections = [row.bankConnectionId, destinationConnectionId(row)];
  return credit.devices
    .flatMap((device) => byDevice.get(`${row.mode} ${device}`) ?? [])
    .filter(
      ({ bankConnectionId, sessionId, pairedFrom }) =>
        connections.includes(bankConnectionId) &&
        sessionId === row.sessionId &&
        pairedFrom < endOfMoment(row.paidAt),
    )
    .map(({ terminalId }) => terminalId);
}
