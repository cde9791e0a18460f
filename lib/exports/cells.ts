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

/** A column with its cell of each row. */
export interface CellColumn<Row> extends ExportColumn {
  cell: (row: Row) => ExportCell;
}

/** A column of a list; a CSV needs no width, so that of the title is the default. */
export const column = <Row>(
  title: string,
  cell: CellColumn<Row>["cell"],
  width = title.length,
): CellColumn<Row> => ({ title, width, cell });

/** The two columns of a time, in the business's time zone and in UTC, named in their titles; empty where there is none. */
export const timeColumns = <Row>(
  what: string,
  timeZone: string,
  timeOf: (row: Row) => Date | null,
): CellColumn<Row>[] =>
  [timeZone, "UTC"].map((zone) =>
    column(
      `${what} (${zone})`,
      (row) => {
        const at = timeOf(row);
        return at ? { at, timeZone: zone } : "";
      },
      22,
    ),
  );

/** The cells of a row, in the order of the columns. */
export const toExportRow = <Row>(columns: readonly CellColumn<Row>[], row: Row): ExportRow =>
  columns.map(({ cell }) => cell(row));
