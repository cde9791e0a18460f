import type { Day } from "@/lib/core/time";

/** A cell of an exported table: a text, or a value that a spreadsheet can calculate with. */
export type ExportCell =
  | string
  /** An amount in kobo. */
  | { amount: bigint }
  /** A whole number. */
  | { whole: number | bigint }
  /** A moment, on the clocks of a time zone. */
  | { at: Date; timeZone: string }
  /** A calendar day. */
  | { day: Day };
export type ExportRow = readonly ExportCell[];

/** A column by its title, and how many characters wide it is shown. */
export interface ExportColumn {
  title: string;
  width: number;
}

/** A table on its way: its rows come in chunks, as they are read. */
export interface ExportTable {
  name: string;
  columns: readonly ExportColumn[];
  rows: AsyncIterable<ExportRow[]>;
}

/** The two columns of a moment: in the business's time zone and in UTC. Their titles say which. */
export const timeColumns = (what: string, timeZone: string): ExportColumn[] =>
  [timeZone, "UTC"].map((zone) => ({ title: `${what} (${zone})`, width: 22 }));

/** A moment in the business's time zone, and the same in UTC; two empty cells where there is none. */
export const timeCells = (at: Date | null, timeZone: string): [ExportCell, ExportCell] =>
  at
    ? [
        { at, timeZone },
        { at, timeZone: "UTC" },
      ]
    : ["", ""];
