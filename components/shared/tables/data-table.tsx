import type { ReactNode } from "react";
import { cn } from "../../ui/display/cn";
import { Skeleton } from "../../ui/display/skeleton";
import { Cell, HeadCell, type Priority, Row, type Sort, Table } from "./table";

export interface Column<T> {
  key: string;
  title: ReactNode;
  cell: (row: T) => ReactNode;
  end?: boolean;
  priority?: Priority;
  sort?: Sort | undefined;
  /** Whether the cell is the row's header, mostly the one with its `RowOpener`. */
  head?: boolean;
  className?: string;
}

interface DataTableProps<T> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<T>[];
  /** Undefined while loading. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string;
  selected?: string | undefined;
  /** Shown instead of the rows if loading failed: an `ErrorPanel`. */
  failed: ReactNode;
  /** Shown if there are no rows. */
  empty: ReactNode;
  /** Shown if the filters match no rows; empty without filters. */
  noneFound: ReactNode;
  /** Renders a row as a list item on a phone; without it, the table is used there too. */
  asItem?: (row: T) => ReactNode;
  /** Number of rows of the skeleton. */
  expected?: number;
  rowClassName?: string;
}

/** A table with its states: loading, failed, empty, no matches, and loaded. */
export function DataTable<T>(props: DataTableProps<T>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    selected,
    failed,
    empty,
    noneFound,
    asItem,
    expected = 8,
    rowClassName,
  } = props;
  const positionedColumns = columns.map((column, index) => ({
    ...column,
    behind: nextPriority(columns, index),
  }));
  const placeholder = failed || (rows?.length === 0 && (noneFound || empty));
  const hasRows = !placeholder && rows;
  return (
    <>
      <Table
        aria-label={label}
        aria-busy={!rows && !failed}
        className={cn(hasRows && asItem && "max-md:hidden")}
      >
        <thead>
          <tr>
            {positionedColumns.map(({ key, title, end, priority, behind, sort }) => (
              <HeadCell key={key} end={end} priority={priority} behind={behind} sort={sort}>
                {title}
              </HeadCell>
            ))}
          </tr>
        </thead>
        {!placeholder && (
          <tbody>
            {rows ? (
              rows.map((row) => (
                <Row
                  key={rowKey(row)}
                  row={rowKey(row)}
                  selected={rowKey(row) === selected}
                  className={rowClassName}
                >
                  {positionedColumns.map(({ key, cell, ...rest }) => (
                    <BodyCell key={key} {...rest}>
                      {cell(row)}
                    </BodyCell>
                  ))}
                </Row>
              ))
            ) : (
              <SkeletonRows columns={columns} count={expected} className={rowClassName} />
            )}
          </tbody>
        )}
      </Table>
      {hasRows && asItem && (
        <ul aria-label={label} className="md:hidden">
          {rows.map((row) => (
            <li
              key={rowKey(row)}
              data-row={rowKey(row)}
              className="relative border-edge border-b last:border-b-0"
            >
              {asItem(row)}
            </li>
          ))}
        </ul>
      )}
      {placeholder}
    </>
  );
}

/**
 * Returns the lowest priority of the columns after a column: below the width they need, it is the last
 * visible one.
 */
function nextPriority(columns: readonly { priority?: Priority }[], index: number): Priority | undefined {
  const behind = columns.slice(index + 1).map(({ priority = 1 }) => priority);
  return behind.sort()[0];
}

interface BodyCellProps extends Pick<Column<unknown>, "end" | "priority" | "head" | "className"> {
  behind: Priority | undefined;
  children: ReactNode;
}

function BodyCell({ end, priority, behind, head, className, children }: BodyCellProps) {
  return (
    <Cell end={end} priority={priority} behind={behind} head={head} className={className}>
      {children}
    </Cell>
  );
}

const WIDTHS = ["w-3/5", "w-4/5", "w-2/3", "w-3/4"];

interface SkeletonRowsProps {
  columns: readonly { key: string; end?: boolean; priority?: Priority }[];
  count: number;
  className?: string | undefined;
}

/** Skeleton rows that fade out downwards. */
export function SkeletonRows({ columns, count, className }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no other identity
    <Row key={row} className={className} style={{ opacity: 1 - (row / count) * 0.85 }}>
      {columns.map(({ key, end, priority }, column) => (
        <Cell key={key} end={end} priority={priority}>
          <Skeleton
            className={cn("h-3 max-w-36", WIDTHS[(row + column) % WIDTHS.length], end && "ml-auto")}
          />
        </Cell>
      ))}
    </Row>
  ));
}
