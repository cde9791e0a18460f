import type { ReactNode } from "react";
import { cn } from "../ui/cn";
import { Skeleton } from "../ui/skeleton";
import { Cell, HeadCell, type Priority, Row, type Sort, Table } from "./table";

export interface Column<T> {
  key: string;
  title: ReactNode;
  cell: (row: T) => ReactNode;
  end?: boolean;
  priority?: Priority;
  sort?: Sort | undefined;
  /** The cell that names its row, mostly the one with its `RowOpener`. */
  head?: boolean;
  className?: string;
}

interface DataTableProps<T> {
  /** What the table is, for those who do not see it. */
  label: string;
  columns: readonly Column<T>[];
  /** Absent while they are on their way. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string;
  selected?: string | undefined;
  /** Instead of the rows, where they could not be had: an `ErrorPanel`; nothing where all is well. */
  failed: ReactNode;
  /** Instead of no rows at all. */
  empty: ReactNode;
  /** Instead of no rows by these filters; nothing where none are set. */
  noneFound: ReactNode;
  /** A row on a phone, where the table becomes a list. Without it, the table stays one. */
  asItem?: (row: T) => ReactNode;
  /** How many rows the skeleton has. */
  expected?: number;
  rowClassName?: string;
}

/** A table in each of its states: on its way, failed, with nothing in it, with nothing by these filters, with its rows. */
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
  const placed = columns.map((column, index) => ({ ...column, behind: behindOf(columns, index) }));
  const instead = failed || (rows?.length === 0 && (noneFound || empty));
  const hasRows = !instead && rows;
  return (
    <>
      <Table
        aria-label={label}
        aria-busy={!rows && !failed}
        className={cn(hasRows && asItem && "max-md:hidden")}
      >
        <thead>
          <tr>
            {placed.map(({ key, title, end, priority, behind, sort }) => (
              <HeadCell key={key} end={end} priority={priority} behind={behind} sort={sort}>
                {title}
              </HeadCell>
            ))}
          </tr>
        </thead>
        {!instead && (
          <tbody>
            {rows ? (
              rows.map((row) => (
                <Row
                  key={rowKey(row)}
                  row={rowKey(row)}
                  selected={rowKey(row) === selected}
                  className={rowClassName}
                >
                  {placed.map(({ key, cell, ...rest }) => (
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
      {instead}
    </>
  );
}

/** The lowest priority of the columns behind one: narrower than those need, it is the last. */
function behindOf(columns: readonly { priority?: Priority }[], index: number): Priority | undefined {
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

/** Rows in the place of those that are on their way; they fade out downwards. */
export function SkeletonRows({ columns, count, className }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows that are not there yet have no other identity
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
