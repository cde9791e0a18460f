"use client";

import { ChartColumn, Ellipsis, Table as TableIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { DropdownMenu, MenuItem } from "../ui/dropdown-menu";

export interface ChartTable {
  heads: readonly string[];
  /** The first cell of a row names it. */
  rows: readonly (readonly string[])[];
}

interface ChartFrameProps {
  title: ReactNode;
  /** What the chart says, in one sentence: read instead of it. */
  summary: string;
  /** The same figures as a table. */
  table: ChartTable;
  /** Beside the title: a range, a legend. */
  aside?: ReactNode;
  /** Between the title and the chart. */
  lead?: ReactNode;
  className?: string;
  /** For the box of the chart, which gives it its height. */
  chartClassName?: string;
  children: ReactNode;
}

/** The one frame of all charts: a picture with a sentence, that can be read as a table instead. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, summary, table, aside, lead, className, chartClassName, children } = props;
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className={cn("flex min-w-0 flex-col", className)}>
      <figcaption className="flex min-h-7 items-center gap-2">
        <span className="mr-auto text-ink-2">{title}</span>
        {aside}
        <DropdownMenu
          label="Chart"
          trigger={
            <Button tone="ghost" size="small" square aria-label="Chart options" className="print:hidden">
              <Ellipsis aria-hidden />
            </Button>
          }
        >
          <MenuItem icon={asTable ? ChartColumn : TableIcon} onSelect={() => setAsTable(!asTable)}>
            {asTable ? "View as chart" : "View as table"}
          </MenuItem>
        </DropdownMenu>
      </figcaption>
      {lead}
      {asTable ? (
        <FigureTable table={table} name={summary} className={chartClassName} />
      ) : (
        <div role="img" aria-label={summary} className={cn("min-h-0 min-w-0 flex-1", chartClassName)}>
          {children}
        </div>
      )}
    </figure>
  );
}

function FigureTable({
  table,
  name,
  className,
}: {
  table: ChartTable;
  name: string;
  className?: string | undefined;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div tabIndex={0} className={cn("overflow-y-auto", className)}>
      <table aria-label={name} className="figures w-full text-left text-meta">
        <thead className="sticky top-0 bg-surface text-ink-3">
          <tr>
            {table.heads.map((head, index) => (
              <th key={head} scope="col" className={cn("h-7 font-medium", index > 0 && "text-right")}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([head, ...cells]) => (
            <tr key={head}>
              <th scope="row" className="h-6 border-edge border-t font-normal text-ink-2">
                {head}
              </th>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
                <td key={index} className="border-edge border-t text-right">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
