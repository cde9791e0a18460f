import type { Day } from "@/lib/core/time";

/** A cell of an exported table: a text or a typed value. */
export type ExportCell =
  | string
  /** An amount in kobo. */
  | { amount: bigint }
  /** A whole number. */
  | { whole: number | bigint }
  /** A time, shown in a time zone. */
  | { at: Date; timeZone: string }
  /** A calendar day. */
  | { day: Day };
export type ExportRow = readonly ExportCell[];

/** A column's title and its width in characters. */
export interface ExportColumn {
  title: string;
  width: number;
}

/** A table whose rows are streamed in chunks. */
export interface ExportTable {
  name: string;
  columns: readonly ExportColumn[];
  rows: AsyncIterable<ExportRow[]>;
}

/** The two columns of a time: in the business's time zone and in UTC, named in their titles. */
export const toTimeColumns = (what: string, timeZone: string): ExportColumn[] =>
  [timeZone, "UTC"].map((zone) => ({ title: `${what} (${zone})`, width: 22 }));

/** The two cells of a time, in the business's time zone and in UTC; two empty cells if there is none. */
export const toTimeCells = (at: Date | null, timeZone: string): [ExportCell, ExportCell] =>
  at
    ? [
        { at, timeZone },
        { at, timeZone: "UTC" },
      ]
    : ["", ""];
