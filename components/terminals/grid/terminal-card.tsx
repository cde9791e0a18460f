import { memo } from "react";
import { ChevronRight } from "@/components/ui/icons/icons";
import { Phone } from "@/components/ui/icons/late-icons";
import { Instant } from "../../shared/format/instant";
import { Naira } from "../../shared/format/money";
import { Avatar } from "../../ui/display/avatar";
import { cn } from "../../ui/display/cn";
import { CopyId } from "../../ui/feedback/copy-id";
import type { TerminalJson, TerminalsJson } from "../api";
import { LastPayment } from "../last-payment";
import { TerminalBars } from "../terminal-bars";
import type { TerminalStatus } from "../terminal-status";
import * as texts from "./texts";

interface TerminalCardProps {
  terminal: TerminalJson;
  status: TerminalStatus;
  slots: TerminalsJson["recent"];
  highest: number;
  selected: boolean;
  onOpen: (terminalId: string) => void;
}

/** Counts such as "149 payments · 2 failed"; pending and failed only if there are any. */
function CountsLine({ terminal }: { terminal: TerminalJson }) {
  const parts = [
    texts.countPayments(terminal.count),
    terminal.pending_count > 0 && texts.pending(terminal.pending_count),
    terminal.failed_count > 0 && texts.failed(terminal.failed_count),
  ];
  return <>{parts.filter(Boolean).join(" · ")}</>;
}

/** A terminal in the grid: its takings, its last hour and its operator. The whole card is a button. */
export const TerminalCard = memo(function TerminalCard(props: TerminalCardProps) {
  const { terminal, status, slots, highest, selected, onOpen } = props;
  const { terminal_id, label, location, taken } = terminal;
  const isInactive = status === "silent";
  return (
    <li
      data-row={terminal_id}
      className={cn(
        "relative flex flex-col rounded-card border border-edge bg-surface hover:border-edge-strong has-[[data-opens]:focus-visible]:outline-2 has-[[data-opens]:focus-visible]:outline-brand has-[[data-opens]:focus-visible]:outline-offset-2",
        isInactive && "border-amber-line shadow-[0_0_0_1px_var(--amber-line)] hover:border-amber-line",
        selected && "border-primary shadow-[0_0_0_1px_var(--primary)] hover:border-primary",
      )}
    >
      <div className="flex flex-1 flex-col px-4 pt-3.5">
        <div className="flex min-h-6 items-center justify-between gap-2">
          <div className="flex min-w-0 items-baseline gap-2">
            <button
              type="button"
              data-opens=""
              onClick={() => onOpen(terminal_id)}
              className="shrink-0 text-section outline-none after:absolute after:inset-0 after:content-['']"
            >
              {label}
            </button>
            <span className="truncate text-body text-ink-3">{location}</span>
          </div>
          <LastPayment terminal={terminal} status={status} className="shrink-0 text-meta" />
        </div>
        <p className="mt-2">
          <Naira amount={taken} size="stat" />
        </p>
        <p className="figures text-ink-3 text-meta">
          <CountsLine terminal={terminal} />
        </p>
        <TerminalBars
          terminal={terminal}
          slots={slots}
          highest={highest}
          isInactive={isInactive}
          className="mt-5 mb-2 h-14"
        />
      </div>
      <CardFoot terminal={terminal} isInactive={isInactive} />
    </li>
  );
});

function CardFoot({ terminal, isInactive }: { terminal: TerminalJson; isInactive: boolean }) {
  const { terminal_id, operator } = terminal;
  return (
    <div className="border-edge border-t px-4 pt-2 pb-2.5">
      <div className="flex min-h-6 items-center gap-2 text-body">
        {operator ? (
          <CurrentOperator operator={operator} isInactive={isInactive} />
        ) : (
          <span className="text-ink-3">{texts.noOperator}</span>
        )}
      </div>
      <div className="mt-1 flex items-center justify-between text-ink-3">
        <span className="flex min-w-0 items-center gap-1">
          <span className="truncate font-mono text-meta">{terminal_id}</span>
          <CopyId id={terminal_id} name={texts.terminalId} />
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0" />
      </div>
    </div>
  );
}

function CurrentOperator({
  operator,
  isInactive,
}: {
  operator: NonNullable<TerminalJson["operator"]>;
  isInactive: boolean;
}) {
  const { name, phone, since } = operator;
  return (
    <>
      <Avatar name={name} />
      <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
      {isInactive && phone ? (
        <a
          href={`tel:${phone.replace(/[^\d+]/g, "")}`}
          aria-label={texts.call(name, phone)}
          className="figures relative z-10 inline-flex min-h-6 items-center gap-1.5 text-amber hover:underline"
        >
          <Phone aria-hidden strokeWidth={2} className="size-3.5" />
          {phone}
        </a>
      ) : (
        <span className="shrink-0 text-ink-3 text-meta">
          {texts.since}
          <Instant at={since} as="minute" />
        </span>
      )}
    </>
  );
}
