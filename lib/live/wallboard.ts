import type { z } from "zod";
import { formatPublicName } from "@/lib/core/format/payer-format";
import type { PaymentJson } from "@/lib/transactions/contract";
import type { LiveUpdate, WallboardRow, WallboardUpdate } from "./contract";

/** Maximum rows sent to a wallboard. */
const MAX_WALLBOARD_ROWS = 12;

/** Formats a payer's name for a public screen. A single word may be a surname, so only its initial is returned. */
export function formatWallboardName(name: string): string {
  const shown = formatPublicName(name);
  return shown === "" || shown.includes(" ") ? shown : `${[...shown][0]}.`;
}

type Locations = Map<string, string>;

function toWallboardRow(
  row: z.output<typeof PaymentJson>,
  locations: Locations,
): z.output<typeof WallboardRow> {
  return {
    sequence: row.sequence,
    payer: formatWallboardName(row.sender_name),
    channel: row.channel,
    terminal_label: row.terminal_label,
    location: (row.terminal_id && locations.get(row.terminal_id)) || null,
    status: row.status,
    amount: row.amount,
  };
}

/** Reduces an update to what a public screen may show. */
export function toWallboardUpdate({
  figures,
  rows,
  ...update
}: z.output<typeof LiveUpdate>): z.output<typeof WallboardUpdate> {
  const { operators: _, bank: __, deliveries: ___, terminals, ...shown } = figures;
  const locations: Locations = new Map(terminals.map(({ terminal_id, location }) => [terminal_id, location]));
  return {
    ...update,
    figures: { ...shown, terminals: terminals.map(({ operator_name: ____, ...terminal }) => terminal) },
    rows: rows.slice(0, MAX_WALLBOARD_ROWS).map((row) => toWallboardRow(row, locations)),
  };
}
