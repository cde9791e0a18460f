import { SANDBOX_CONNECTION } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import { endOfMoment } from "@/lib/core/time";
import type { Db } from "@/lib/db/client";
import { groupBy } from "./difference";
import type { Compared } from "./notifications";

interface Pairing {
  mode: string;
  device: string;
  bankConnectionId: Id<"bankConnection">;
  sessionId: Id<"session">;
  terminalId: string;
  pairedFrom: Date;
  pairedTo: Date | null;
}

/**
 * The terminals of their sessions that the devices of POS payments were paired with, the one of `paid_at` first. A
 * pairing that ended between the payment and its recording counts too: a bank's clock can be ahead of ours.
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
          select mode, device, bank_connection_id as "bankConnectionId", session_id as "sessionId", terminal_id as "terminalId",
            paired_from as "pairedFrom", paired_to as "pairedTo"
          from device_pairings where device = any(${devices}) order by paired_from desc`;
  const byDevice = groupBy(pairings, ({ mode, device }) => `${mode} ${device}`);
  return new Map(pos.map((one) => [one.row.id, terminalsOf(one, byDevice)]));
}

function terminalsOf({ row, credit }: Compared, byDevice: ReadonlyMap<string, Pairing[]>): string[] {
  const connections = [row.bankConnectionId, ...(row.mode === "test" ? [SANDBOX_CONNECTION] : [])];
  const candidates = credit.devices
    .flatMap((device) => byDevice.get(`${row.mode} ${device}`) ?? [])
    .filter(({ bankConnectionId }) => connections.includes(bankConnectionId));
  const atPayment = candidates.find((pairing) => isPaired(pairing, row.paidAt, endOfMoment(row.paidAt)));
  const atRecording = candidates.find((pairing) =>
    isPaired(pairing, row.createdAt, endOfMoment(row.createdAt)),
  );
  const isAhead = row.paidAt > row.receivedAt;
  return [atPayment, isAhead || !atPayment ? atRecording : undefined].flatMap((pairing) =>
    pairing?.sessionId === row.sessionId ? [pairing.terminalId] : [],
  );
}

function isPaired({ pairedFrom, pairedTo }: Pairing, from: Date, before: Date): boolean {
  return pairedFrom < before && (pairedTo === null || pairedTo > from);
}
