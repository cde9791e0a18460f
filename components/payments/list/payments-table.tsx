"use client";

import { Fragment, useEffect, useRef } from "react";
import { ArrowDown } from "@/components/ui/icons/icons";
import { SkeletonRows } from "../../shared/tables/data-table";
import { HeadCell, Table } from "../../shared/tables/table";
import { useLayout } from "../../ui/browser/use-layout";
import { cn } from "../../ui/display/cn";
import type { Assigning } from "../detail/assign-menu";
import type { PaymentRow as Payment } from "../payment-pages";
import { useStillRows } from "../rows/use-still-rows";
import { HEIGHTS, useVirtualRows, type VirtualRows } from "../rows/use-virtual-rows";
import { COLUMNS } from "./columns";
import { DayItem, DayLine } from "./day-line";
import { PaymentItem, PaymentRow } from "./payment-row";
import * as texts from "./texts";

interface TableProps {
  /** Undefined while loading. */
  rows: readonly Payment[] | undefined;
  /** Whether the rows are those of earlier filters, while these are loading. */
  isStale: boolean;
  /** Total number of payments, including those not loaded. */
  count: number | undefined;
  selected: string | undefined;
  onOpen: (id: string) => void;
  assigning: Assigning | undefined;
  /** Loads the next page; undefined at the end. */
  onMore: (() => void) | undefined;
}

/** Payments as a table, or as a list on a phone; long lists render only the rows near the viewport. */
export function PaymentsTable(props: TableProps) {
  const box = useRef<HTMLDivElement>(null);
  const layout = useLayout();
  const { isPhone } = layout;
  const slice = useVirtualRows(props.rows, { box, layout });
  return (
    <div ref={box} className={cn("overflow-clip [overflow-clip-margin:4px]", props.isStale && "opacity-60")}>
      {!(isPhone && props.rows) && <PaymentsGrid {...props} slice={slice} />}
      {isPhone !== false && <PaymentsList {...props} isPhone={isPhone} slice={slice} />}
      {props.onMore && <More onMore={props.onMore} />}
    </div>
  );
}

function PaymentsGrid({
  rows,
  isStale,
  count,
  slice,
  selected,
  onOpen,
  assigning,
}: TableProps & { slice: VirtualRows<Payment> }) {
  const still = useStillRows(rows, HEIGHTS.row);
  return (
    <Table
      aria-label={texts.payments}
      aria-busy={!rows || isStale}
      aria-rowcount={rows ? (count ?? -1) + 1 : undefined}
      className={cn("table-fixed", rows && "max-md:hidden")}
    >
      <thead>
        <tr aria-rowindex={1}>
          {COLUMNS.map(({ key, title, width, end, priority, sort }) => (
            <HeadCell key={key} end={end} priority={priority} className={width} aria-sort={sort?.now}>
              {title}
              {sort && (
                <ArrowDown aria-hidden strokeWidth={2} className="ml-1 inline size-3.5 align-[-2px]" />
              )}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody style={still}>
        {!rows && <SkeletonRows columns={COLUMNS} count={10} />}
        <Gap height={slice.above} />
        {slice.rows.map((payment, position) => (
          <Fragment key={payment.id}>
            {slice.days.has(slice.skipped + position) && <DayLine at={payment.paid_at} />}
            <PaymentRow
              payment={payment}
              isSelected={payment.id === selected}
              onOpen={onOpen}
              assigning={assigning}
              index={slice.skipped + position + 2}
            />
          </Fragment>
        ))}
        <Gap height={slice.below} />
      </tbody>
    </Table>
  );
}

interface ListProps extends TableProps {
  isPhone: boolean | undefined;
  slice: VirtualRows<Payment>;
}

function PaymentsList({ rows, isStale, isPhone, slice, selected, onOpen }: ListProps) {
  const still = useStillRows(rows, HEIGHTS.item);
  if (!rows) return null;
  return (
    <ul
      aria-label={texts.payments}
      aria-busy={isStale}
      style={still}
      className={isPhone ? undefined : "md:hidden"}
    >
      {slice.above > 0 && <li aria-hidden style={{ height: slice.above }} />}
      {slice.rows.map((payment, position) => (
        <Fragment key={payment.id}>
          {slice.days.has(slice.skipped + position) && <DayItem at={payment.paid_at} />}
          <PaymentItem
            payment={payment}
            isSelected={payment.id === selected}
            onOpen={onOpen}
            assigning={undefined}
          />
        </Fragment>
      ))}
      {slice.below > 0 && <li aria-hidden style={{ height: slice.below }} />}
    </ul>
  );
}

/** Space for omitted rows. Its cell spans no columns: more than the visible ones would take room from the payer's. */
function Gap({ height }: { height: number }) {
  if (height === 0) return null;
  return (
    <tr aria-hidden style={{ height }}>
      <td />
    </tr>
  );
}

/** Loads the next page when the end of the list comes near or the button is pressed. */
function More({ onMore }: { onMore: () => void }) {
  const sentinel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const end = sentinel.current;
    if (!end) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), {
      rootMargin: "600px",
    });
    observer.observe(end);
    return () => observer.disconnect();
  }, [onMore]);
  return (
    <button
      ref={sentinel}
      type="button"
      onClick={onMore}
      className="h-11 w-full border-edge border-t text-ink-3 hover:text-ink"
    >
      {texts.showMore}
    </button>
  );
}
