"use client";

import { type ReactNode, useState } from "react";
import { ChartColumn, Ellipsis, Table as TableIcon } from "@/components/ui/icons/icons";
import { cn } from "../ui/display/cn";
import { Button } from "../ui/forms/button";
import { DropdownMenu, MenuItem } from "../ui/overlays/dropdown-menu";
import { LazyPart } from "../ui/overlays/lazy";
import type { ChartTable } from "./chart-table";
import * as texts from "./texts";

const fetchTable = () => import("./chart-table").then((module) => module.ChartTableView);

interface ChartFrameProps {
  title: ReactNode;
  /** One sentence that describes the chart; its accessible name and the table's. */
  summary: string;
  /** The same values as a table. */
  table: ChartTable;
  /** Shown next to the title, such as a range or a legend. */
  aside?: ReactNode;
  /** Shown between the title and the chart. */
  lead?: ReactNode;
  className?: string;
  /** Classes of the chart's container; they set its height. */
  chartClassName?: string;
  children: ReactNode;
}

/** The common frame of all charts: an image with an accessible summary and a table view. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, summary, table, aside, lead, className, chartClassName, children } = props;
  const [asTable, setAsTable] = useState(false);
  const chart = (
    <div role="img" aria-label={summary} className={cn("min-h-0 min-w-0 flex-1", chartClassName)}>
      {children}
    </div>
  );
  return (
    <figure className={cn("flex min-w-0 flex-col", className)}>
      <figcaption className="flex min-h-7 items-center gap-2">
        <span className="mr-auto text-ink-2">{title}</span>
        {aside}
        <DropdownMenu
          label={texts.chart}
          trigger={
            <Button tone="ghost" size="small" square aria-label={texts.chartOptions} className="print:hidden">
              <Ellipsis aria-hidden />
            </Button>
          }
        >
          <MenuItem icon={asTable ? ChartColumn : TableIcon} onSelect={() => setAsTable(!asTable)}>
            {asTable ? texts.viewAsChart : texts.viewAsTable}
          </MenuItem>
        </DropdownMenu>
      </figcaption>
      {lead}
      {asTable ? (
        <LazyPart
          part={fetchTable}
          given={{ table, name: summary, className: chartClassName }}
          meanwhile={chart}
          onFailed={() => setAsTable(false)}
        />
      ) : (
        chart
      )}
    </figure>
  );
}

/** A small square in the colour of a part of a chart. */
export function Swatch({ className }: { className: string }) {
  return <span aria-hidden className={cn("size-2 rounded-[2px]", className)} />;
}

interface LegendProps {
  /** The parts with the classes of their colours. */
  parts: readonly { name: string; swatch: string }[];
  className?: string;
}

/** Names the colours of a chart. */
export function Legend({ parts, className }: LegendProps) {
  return (
    <span className={cn("flex gap-4 text-ink-2 text-meta", className)}>
      {parts.map(({ name, swatch }) => (
        <span key={name} className="flex items-center gap-1.5">
          <Swatch className={swatch} /> {name}
        </span>
      ))}
    </span>
  );
}
