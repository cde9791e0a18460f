import { cn } from "../ui/display/cn";

/** The values that a chart shows, as texts. */
export interface ChartTable {
  heads: readonly string[];
  /** The first cell of each row is its header. */
  rows: readonly (readonly string[])[];
}

/** The values of a chart as a table. */
export function ChartTableView({
  table,
  name,
  className,
}: {
  table: ChartTable;
  name: string;
  className?: string | undefined;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
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
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have a fixed order and no other identity
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
