import { formatNaira, toKobo } from "@/lib/core/format/naira";
import { formatPayerName } from "@/lib/core/format/payer-format";
import { keysOf } from "@/lib/core/keys";
import { EXCEPTION_REASONS, type ExceptionReason, RESOLUTIONS } from "@/lib/exceptions/labels";
import { Instant } from "../shared/format/instant";
import { Naira } from "../shared/format/money";
import { Card, CardHead } from "../shared/layout/card";
import { EmptyState, NoMatch } from "../shared/layout/empty";
import { type Column, DataTable } from "../shared/tables/data-table";
import { FilterMenu } from "../shared/tables/filter-menu";
import { RowOpener } from "../shared/tables/table";
import { Chip } from "../ui/display/chip";
import { Segmented } from "../ui/forms/segmented";
import type { ExceptionJson, ExceptionsJson } from "./api";
import { formatDelay } from "./exception-choices";
import * as texts from "./texts";

export type QueueState = "open" | "resolved";

interface ExceptionsCardProps {
  page: ExceptionsJson | undefined;
  rows: readonly ExceptionJson[] | undefined;
  state: QueueState;
  reason: ExceptionReason | undefined;
  selected: string | undefined;
  failed: React.ReactNode;
  onState: (state: QueueState) => void;
  onReason: (reason: ExceptionReason | undefined) => void;
  onOpen: (id: string) => void;
  more: React.ReactNode;
}

/** The queue of open and resolved exceptions. */
export function ExceptionsCard(props: ExceptionsCardProps) {
  const { page, rows, state, reason, selected, failed, onState, onReason, onOpen, more } = props;
  return (
    <Card aria-label={texts.exceptions}>
      <CardHead
        title={
          <span className="flex items-center gap-2">
            {texts.exceptions}
            {page && page.open_count > 0 && (
              <Chip tone="amber" className="rounded-full px-1.5">
                {page.open_count}
              </Chip>
            )}
          </span>
        }
      >
        <Segmented
          label={texts.whichExceptions}
          value={state}
          onChange={onState}
          choices={[
            { value: "open", label: texts.open, ...(page && { count: page.open_count }) },
            { value: "resolved", label: texts.resolved, ...(page && { count: page.resolved_count }) },
          ]}
        />
        <ReasonFilter reason={reason} counts={page?.open_reasons ?? {}} onReason={onReason} />
      </CardHead>
      <DataTable
        label={texts.exceptions}
        columns={columnsOf(onOpen)}
        rows={rows}
        rowKey={({ id }) => id}
        selected={selected}
        failed={failed}
        expected={5}
        rowClassName="h-13"
        asItem={(row) => <Item row={row} onOpen={onOpen} />}
        noneFound={
          reason && (
            <NoMatch
              title={texts.noExceptionsOfThisKind(state)}
              clearLabel={texts.clearTheFilter}
              onClear={() => onReason(undefined)}
            />
          )
        }
        empty={
          state === "open" ? (
            <EmptyState title={texts.noOpenExceptions}>{texts.allBankNotificationsAreRecorded}</EmptyState>
          ) : (
            <EmptyState title={texts.nothingResolvedYet}>{texts.resolvedExceptionsAreListedHere}</EmptyState>
          )
        }
      />
      {more}
    </Card>
  );
}

interface ReasonFilterProps {
  reason: ExceptionReason | undefined;
  counts: Record<string, number>;
  onReason: (reason: ExceptionReason | undefined) => void;
}

function ReasonFilter({ reason, counts, onReason }: ReasonFilterProps) {
  return (
    <FilterMenu
      label={texts.reason}
      chosen={reason}
      options={keysOf(EXCEPTION_REASONS).map((value) => ({
        value,
        label: EXCEPTION_REASONS[value].name,
        note: counts[value],
      }))}
      onChange={onReason}
    />
  );
}

/** Describes an exception in a few words. */
export function formatHint(exception: ExceptionJson): string {
  const { reason, notification, ledger, amount, recorded_amount: recorded } = exception;
  const delay = formatDelay(exception);
  if (delay) return delay;
  if (reason === "settlement_mismatch" && recorded !== null && recorded !== amount)
    return texts.ledgerSettlement(formatNaira(recorded), formatNaira(amount));
  if (reason === "conflicting_repeat" && notification && ledger && notification.amount !== ledger.amount)
    return texts.ledgerBank(formatNaira(ledger.amount), formatNaira(notification.amount));
  return EXCEPTION_REASONS[reason].hint;
}

/** The amount in question: the full amount, or the difference between bank and ledger. */
function ExceptionAmount({
  row: { reason, notification, ledger, amount },
  className,
}: {
  row: ExceptionJson;
  className?: string;
}) {
  const isDifference =
    reason === "conflicting_repeat" && notification && ledger && notification.amount !== ledger.amount;
  const shown = isDifference ? toKobo(notification.amount) - toKobo(ledger.amount) : amount;
  return <Naira amount={shown} size="row" plus={Boolean(isDifference)} {...(className && { className })} />;
}

/** Returns the payment details of the bank notification, or else of the ledger. */
const paymentDetails = ({ notification, ledger }: ExceptionJson) => notification ?? ledger;
const exceptionTime = (row: ExceptionJson) => paymentDetails(row)?.paid_at ?? row.created_at;

function Payer({ row }: { row: ExceptionJson }) {
  const paid = paymentDetails(row);
  if (!paid) return <span className="text-ink-3">–</span>;
  return (
    <>
      <bdi className="block truncate text-left">{formatPayerName(paid.payer) || "–"}</bdi>
      <span className="block truncate text-ink-3 text-meta">
        {[paid.bank, paid.account_last_four && `•• ${paid.account_last_four}`].filter(Boolean).join(" ")}
      </span>
    </>
  );
}

const columnsOf = (onOpen: (id: string) => void): Column<ExceptionJson>[] => [
  {
    key: "reason",
    title: texts.whatIsWrong,
    head: true,
    cell: (row) => (
      <>
        <RowOpener onClick={() => onOpen(row.id)}>{EXCEPTION_REASONS[row.reason].name}</RowOpener>
        <span className="block truncate text-ink-3 text-meta">{formatHint(row)}</span>
      </>
    ),
  },
  {
    key: "payer",
    title: texts.payer,
    priority: 2,
    cell: (row) => <Payer row={row} />,
    className: "max-w-48",
  },
  {
    key: "when",
    title: texts.when,
    priority: 3,
    cell: (row) => <Instant at={exceptionTime(row)} as="day-time" className="text-ink-2" />,
  },
  { key: "amount", title: texts.amount, end: true, cell: (row) => <ExceptionAmount row={row} /> },
  {
    key: "decision",
    title: <span className="sr-only">{texts.decision}</span>,
    end: true,
    priority: 3,
    cell: (row) =>
      row.resolution ? (
        <Chip tone="outlined">{RESOLUTIONS[row.resolution]}</Chip>
      ) : (
        <span
          aria-hidden
          className="inline-flex h-7 items-center rounded-chip border border-edge-strong px-2.5 font-medium text-meta"
        >
          {texts.decide}
        </span>
      ),
  },
];

function Item({ row, onOpen }: { row: ExceptionJson; onOpen: (id: string) => void }) {
  const paid = paymentDetails(row);
  return (
    <div className="flex min-h-16 items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <RowOpener className="text-touch" onClick={() => onOpen(row.id)}>
          {EXCEPTION_REASONS[row.reason].name}
        </RowOpener>
        <span className="block truncate text-ink-3 text-meta">
          <bdi>{paid ? formatPayerName(paid.payer) : formatHint(row)}</bdi> ·{" "}
          <Instant at={exceptionTime(row)} as="day-time" />
        </span>
      </div>
      <ExceptionAmount row={row} className="text-touch" />
    </div>
  );
}
