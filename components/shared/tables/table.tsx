import type { ComponentProps } from "react";
import { ArrowDown, ArrowUp } from "@/components/ui/icons/icons";
import { cn } from "../../ui/display/cn";
import { Link } from "../../ui/display/link";

/**
 * Priority of a column: 1 is always shown, 5 is hidden first. It depends on the table's own width, so it also
 * applies next to an open drawer.
 */
export type Priority = 1 | 2 | 3 | 4 | 5;

const VISIBILITY: Record<Priority, string> = {
  1: "",
  2: "hidden @min-[520px]/table:table-cell",
  3: "hidden @min-[760px]/table:table-cell",
  4: "hidden @min-[1000px]/table:table-cell",
  5: "hidden @min-[1120px]/table:table-cell",
};

/** Edge padding of the column that is last while lower-priority ones are hidden. */
const LAST_COLUMN: Record<Priority, string> = {
  1: "",
  2: "@max-[520px]/table:pr-4",
  3: "@max-[760px]/table:pr-4",
  4: "@max-[1000px]/table:pr-4",
  5: "@max-[1120px]/table:pr-4",
};

/** A table whose column priorities depend on its own width (container query). */
export function Table({ className, children, ...rest }: ComponentProps<"table">) {
  return (
    <div className="@container/table">
      <table {...rest} className={cn("w-full border-separate border-spacing-0 text-left", className)}>
        {children}
      </table>
    </div>
  );
}

export interface Sort {
  /** The current sort direction of the column. */
  now?: "ascending" | "descending" | undefined;
  /** Sorts by a link or by a callback. */
  href?: string;
  onSort?: () => void;
}

interface HeadCellProps extends ComponentProps<"th"> {
  end?: boolean | undefined;
  priority?: Priority | undefined;
  /**
   * The lowest priority of the columns after this one: below the width they need, it is the last visible one.
   */
  behind?: Priority | undefined;
  sort?: Sort | undefined;
}

/** A column header that sticks to the top while scrolling. */
export function HeadCell(props: HeadCellProps) {
  const { end, priority = 1, behind = 1, sort, className, children, ...rest } = props;
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={sort ? (sort.now ?? "none") : undefined}
      className={cn(
        "sticky top-[var(--table-top,0px)] z-10 h-9 border-edge border-b bg-surface px-2 font-medium text-ink-3 text-meta first:pl-4 last:pr-4",
        end && "text-right",
        VISIBILITY[priority],
        LAST_COLUMN[behind],
        className,
      )}
    >
      {sort ? (
        <SortHandle sort={sort} end={end}>
          {children}
        </SortHandle>
      ) : (
        children
      )}
    </th>
  );
}

/**
 * Sort control. In right-aligned columns the arrow is before the text, so that the text aligns with the
 * cells.
 */
function SortHandle({ sort, end, children }: Pick<HeadCellProps, "end" | "children"> & { sort: Sort }) {
  const { now, href, onSort } = sort;
  const Arrow = now === "ascending" ? ArrowUp : ArrowDown;
  const className = cn(
    "inline-flex min-h-6 items-center gap-1 rounded-[4px] hover:text-ink",
    end && "flex-row-reverse",
  );
  const inner = (
    <>
      {children}
      <Arrow aria-hidden strokeWidth={2} className={cn("size-3.5", !now && "opacity-0")} />
    </>
  );
  if (href)
    return (
      <Link href={href} scroll={false} className={className}>
        {inner}
      </Link>
    );
  return (
    <button type="button" className={className} onClick={onSort}>
      {inner}
    </button>
  );
}

interface RowProps extends ComponentProps<"tr"> {
  /** The row's id, by which a drawer returns the focus to it. */
  row?: string | undefined;
  selected?: boolean | undefined;
}

/** A table row. A row with a `RowOpener` can be clicked anywhere. */
export function Row({ row, selected, className, ...rest }: RowProps) {
  return (
    <tr
      {...rest}
      data-row={row}
      data-selected={selected || undefined}
      className={cn(
        "group/row relative h-[38px] has-[[data-opens]]:hover:bg-subtle data-selected:bg-subtle has-[[data-opens]:focus-visible]:outline-2 has-[[data-opens]:focus-visible]:outline-brand has-[[data-opens]:focus-visible]:-outline-offset-2",
        className,
      )}
    />
  );
}

interface CellProps extends ComponentProps<"td"> {
  end?: boolean | undefined;
  priority?: Priority | undefined;
  behind?: Priority | undefined;
  /** Whether the cell is the row's header. */
  head?: boolean | undefined;
}

/** A table cell. */
export function Cell({ end, priority = 1, behind = 1, head, className, ...rest }: CellProps) {
  const classes = cn(
    "border-edge border-b px-2 font-normal group-last/row:border-b-0 first:pl-4 last:pr-4 group-data-selected/row:first:shadow-[inset_3px_0_0_var(--primary)]",
    end && "text-right",
    VISIBILITY[priority],
    LAST_COLUMN[behind],
    className,
  );
  return head ? <th scope="row" {...rest} className={classes} /> : <td {...rest} className={classes} />;
}

/** A name in a right-to-left script is cut at its end, which is at its left. */
const OPENER = "text-left font-medium text-ink outline-none after:absolute after:inset-0 after:content-['']";

/** Button that opens its row; its click area covers the whole row. */
export function RowOpener({ className, ...rest }: ComponentProps<"button">) {
  return <button type="button" dir="auto" {...rest} data-opens="" className={cn(OPENER, className)} />;
}

/** The same as a link. */
export function RowLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link dir="auto" {...rest} data-opens="" className={cn(OPENER, className)} />;
}
