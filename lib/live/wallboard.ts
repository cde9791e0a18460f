import type { z } from "zod";
import { publicName } from "@/lib/core/payer";
import type { LiveRow, LiveUpdate, WallRow, WallUpdate } from "./contract";

/** A wall shows no more rows. */
const WALL_ROWS = 12;

/** A payer as a public screen may name them. Of a single word nobody knows whether it is a surname: its initial is all. */
export function wallName(name: string): string {
  const shown = publicName(name);
  return shown === "" || shown.includes(" ") ? shown : `${[...shown][0]}.`;
}

type Places = Map<string, string>;

function wallRow(row: z.output<typeof LiveRow>, places: Places): z.output<typeof WallRow> {
  return {
    number: row.number,
    payer: wallName(row.sender_name),
    channel: row.channel,
    terminal_label: row.terminal_label,
    place: (row.terminal_id && places.get(row.terminal_id)) || null,
    status: row.status,
    amount: row.amount,
  };
}

/** What of an update a public screen may be sent. */
export function forWall({
  figures,
  rows,
  ...update
}: z.output<typeof LiveUpdate>): z.output<typeof WallUpdate> {
  const { operators: _, bank: __, deliveries: ___, terminals, ...shown } = figures;
  const places: Places = new Map(terminals.map(({ terminal_id, place }) => [terminal_id, place]));
  return {
    ...update,
    figures: { ...shown, terminals: terminals.map(({ operator_name: ____, ...terminal }) => terminal) },
    rows: rows.slice(0, WALL_ROWS).map((row) => wallRow(row, places)),
  };
}
