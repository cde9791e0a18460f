"use client";

import { TriangleAlert } from "@/components/ui/icons/icons";
import { formatDuration } from "@/lib/core/format/format-date";
import { PaymentList, PaymentListLinks } from "../../operators/payment-list";
import { Instant } from "../../shared/format/instant";
import { Naira } from "../../shared/format/money";
import { DrawerFigures } from "../../shared/layout/drawer-figures";
import { Avatar } from "../../ui/display/avatar";
import { Chip } from "../../ui/display/chip";
import { CopyButton } from "../../ui/feedback/copy-button";
import { Button } from "../../ui/forms/button";
import { Drawer } from "../../ui/overlays/drawer";
import type { TerminalDayJson, TerminalJson } from "../api";
import { InactiveDuration } from "../last-payment";
import { InactiveActions } from "../terminal-items";
import type { TerminalStatus } from "../terminal-status";
import { useTerminalDay } from "../use-terminals";
import { DayChart } from "./day-chart";
import { LocationEditor } from "./location-editor";
import { TerminalDevices } from "./terminal-devices";
import * as texts from "./texts";

interface TerminalDrawerProps {
  sessionId: string;
  terminal: TerminalJson;
  status: TerminalStatus;
  isClosed: boolean;
  /** Permissions of the member. */
  may: { terminals: boolean; operators: boolean; export: boolean };
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onHandOver: (terminalId: string) => void;
}

/** Drawer of one terminal: its status, chart, operators, devices and payments. */
export function TerminalDrawer(props: TerminalDrawerProps) {
  const { sessionId, terminal, status, isClosed, may, onHandOver } = props;
  const { terminal_id, label, location, count, pending_count, failed_count } = terminal;
  const { data: day } = useTerminalDay(sessionId, terminal_id);
  const handOver = may.operators ? onHandOver : undefined;
  return (
    <Drawer
      onClose={props.onClose}
      onPrevious={props.onPrevious}
      onNext={props.onNext}
      row={terminal_id}
      title={label}
      badge={<Chip>{texts.assigned}</Chip>}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-2">
          {may.terminals ? (
            <LocationEditor key={terminal_id} sessionId={sessionId} terminal={terminal} />
          ) : (
            location || texts.noLocationYet
          )}
          <span aria-hidden className="max-md:hidden">
            ·
          </span>
          <span className="inline-flex items-center gap-1">
            <span className="font-mono">{terminal_id}</span>
            <CopyButton text={terminal_id} name={texts.terminalId} />
          </span>
        </span>
      }
    >
      {status === "silent" && <InactiveBanner terminal={terminal} onHandOver={handOver} />}
      <Figures terminal={terminal} />
      <DayChart day={day} terminal={terminal} isInactive={status === "silent"} />
      <TerminalOperators
        terminal={terminal}
        before={day?.operators.filter(({ to }) => to) ?? []}
        isClosed={isClosed}
        onHandOver={handOver}
      />
      <TerminalDevices
        sessionId={sessionId}
        terminal={terminal}
        devices={day?.devices}
        mayManage={may.terminals}
        isClosed={isClosed}
      />
      <section aria-label={texts.payments} className="mt-5">
        <div className="flex min-h-7 items-center justify-between gap-2">
          <h3 className="flex items-baseline gap-1.5 text-section">
            {texts.payments}
            <span className="figures font-normal text-body text-ink-3">
              {count + pending_count + failed_count}
            </span>
          </h3>
          <PaymentListLinks
            sessionId={sessionId}
            filters={{ terminal: terminal_id }}
            mayExport={may.export}
          />
        </div>
        <PaymentList sessionId={sessionId} filters={{ terminal: terminal_id }} />
      </section>
    </Drawer>
  );
}

function InactiveBanner({
  terminal,
  onHandOver,
}: Pick<Parameters<typeof InactiveActions>[0], "terminal" | "onHandOver">) {
  const { last_payment_at: at, usual_gap_ms } = terminal;
  if (!at) return null;
  return (
    <div className="mb-4 flex gap-3 rounded-field border border-amber-line bg-amber-wash px-3.5 py-3 text-body">
      <TriangleAlert aria-hidden className="mt-px size-4 shrink-0 text-amber" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-amber">
          {texts.silentFor}
          <InactiveDuration since={at} />
        </p>
        <p className="text-ink-2">
          {texts.lastPaymentAt}
          <Instant at={at} />.
          {usual_gap_ms !== null &&
            usual_gap_ms >= 1_000 &&
            texts.usuallyOneEvery(formatDuration(usual_gap_ms))}
        </p>
        <InactiveActions terminal={terminal} onHandOver={onHandOver} />
      </div>
    </div>
  );
}

function Figures({
  terminal: { taken, count, average, failed_count, pending_count },
}: {
  terminal: TerminalJson;
}) {
  const figures = [
    { label: texts.taken, value: <Naira amount={taken} size="drawer" /> },
    { label: texts.payments, value: count },
    { label: texts.average, value: average ? <Naira amount={average} size="drawer" /> : "–" },
    { label: texts.failed, value: failed_count },
    ...(pending_count > 0 ? [{ label: texts.pending, value: pending_count }] : []),
  ];
  return <DrawerFigures figures={figures} />;
}

interface TerminalOperatorsProps {
  terminal: TerminalJson;
  before: TerminalDayJson["operators"];
  isClosed: boolean;
  onHandOver: ((terminalId: string) => void) | undefined;
}

function TerminalOperators({ terminal, before, isClosed, onHandOver }: TerminalOperatorsProps) {
  const { terminal_id, operator } = terminal;
  return (
    <section aria-label={texts.onThisTerminal} className="mt-5">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h3 className="text-section">{texts.onThisTerminal}</h3>
        {onHandOver && (
          <Button tone="ghost" size="small" className="-mr-2.5" onClick={() => onHandOver(terminal_id)}>
            {operator ? texts.handOver : texts.assignAnOperator}
          </Button>
        )}
      </div>
      {operator ? (
        <OperatorLine {...operator} from={operator.since} to={null} />
      ) : (
        <p className="min-h-8 py-1.5 text-body text-ink-3">
          {isClosed ? texts.noOperatorTheEventIsClosed : texts.noOperatorItsPaymentsAreUnassigned}
        </p>
      )}
      {before.length > 0 && (
        <details className="text-body">
          <summary className="min-h-6 cursor-pointer text-ink-3 text-meta">
            {texts.countEarlierShifts(before.length)}
          </summary>
          {before.map((shift) => (
            <OperatorLine key={shift.from} {...shift} />
          ))}
        </details>
      )}
    </section>
  );
}

function OperatorLine({
  name,
  role,
  from,
  to,
}: {
  name: string;
  role: string;
  from: string;
  to: string | null;
}) {
  return (
    <p className="flex min-h-9 items-center gap-2.5 text-body">
      <Avatar name={name} className="size-7" />
      <span className="min-w-0 flex-1 truncate">
        <span className="font-medium">{name}</span> <span className="text-ink-3">{role}</span>
      </span>
      <span className="shrink-0 text-ink-2">
        <Instant at={from} as="minute" /> – {to ? <Instant at={to} as="minute" /> : "now"}
      </span>
    </p>
  );
}
