import { UserPlus } from "@/components/ui/icons/icons";
import { Phone } from "@/components/ui/icons/late-icons";
import { Naira } from "../shared/format/money";
import { RowOpener } from "../shared/tables/table";
import { cn } from "../ui/display/cn";
import { Button } from "../ui/forms/button";
import type { TerminalJson } from "./api";
import { InactiveDuration, LastPayment } from "./last-payment";
import { TerminalBars } from "./terminal-bars";
import type { TerminalListProps } from "./terminal-list";
import { byTaken } from "./terminal-status";
import * as texts from "./texts";

/** Terminals on a phone: inactive ones first, because staff at the gate can act on them, then by takings. */
export function TerminalPhoneList(props: TerminalListProps) {
  const inactive = props.terminals.filter((terminal) => props.getStatus(terminal) === "silent");
  const others = props.terminals.filter((terminal) => props.getStatus(terminal) !== "silent").sort(byTaken);
  return (
    <ul aria-label={texts.terminals} className="-mx-4 border-edge border-y bg-surface">
      {[...inactive, ...others].map((terminal) => (
        <li
          key={terminal.terminal_id}
          data-row={terminal.terminal_id}
          className="border-edge border-b last:border-b-0"
        >
          <TerminalItem {...props} terminal={terminal} />
        </li>
      ))}
    </ul>
  );
}

/** A terminal on a phone, with actions if it is inactive. */
function TerminalItem({ terminal, ...props }: TerminalListProps & { terminal: TerminalJson }) {
  const { terminal_id, label, location, taken, count } = terminal;
  const status = props.getStatus(terminal);
  const isInactive = status === "silent";
  return (
    <div className={cn("px-4 py-3", isInactive && "bg-amber-wash")}>
      <div className="relative -my-0.5 flex min-h-11 items-center gap-3">
        <div className="min-w-0 flex-1">
          <div className="flex items-baseline gap-2">
            <RowOpener
              className="shrink-0 font-semibold text-touch"
              onClick={() => props.onOpen(terminal_id)}
            >
              {label}
            </RowOpener>
            <span className="truncate text-ink-3 text-section font-normal">{location}</span>
          </div>
          <OperatorLine terminal={terminal} isInactive={isInactive} />
        </div>
        {!isInactive && (
          <TerminalBars
            terminal={terminal}
            slots={props.slots}
            highest={props.highest}
            className="h-6 w-14 shrink-0 max-[22rem]:hidden"
          />
        )}
        <div className={cn("shrink-0 text-right", !isInactive && "min-w-29")}>
          <Naira amount={taken} size="row" className="text-touch" />
          <div className="text-ink-3 text-meta">
            {isInactive ? texts.countPayments(count) : <LastPayment terminal={terminal} status={status} />}
          </div>
        </div>
      </div>
      {isInactive && <InactiveActions terminal={terminal} onHandOver={props.onHandOver} />}
    </div>
  );
}

/** Who is on the terminal, and for how long it has been inactive. */
function OperatorLine({ terminal, isInactive }: { terminal: TerminalJson; isInactive: boolean }) {
  const { operator, last_payment_at } = terminal;
  return (
    <p className="truncate text-body text-ink-2">
      {isInactive && last_payment_at && (
        <>
          <span className="font-medium text-amber">
            {texts.silentLabel}
            <InactiveDuration since={last_payment_at} />
          </span>
          {" · "}
        </>
      )}
      {operator?.name ?? texts.noOperator}
    </p>
  );
}

/** Actions for an inactive terminal: call its operator, or assign another. */
export function InactiveActions({
  terminal: { terminal_id, operator },
  onHandOver,
}: {
  terminal: TerminalJson;
  onHandOver: TerminalListProps["onHandOver"];
}) {
  const calls = operator?.phone ? operator : undefined;
  if (!calls && !onHandOver) return null;
  return (
    <div className="mt-2.5 flex flex-wrap gap-2">
      {calls && (
        <Button asChild className="max-md:flex-1">
          <a href={`tel:${calls.phone.replace(/[^\d+]/g, "")}`}>
            <Phone aria-hidden />
            {texts.callLabel}
            {calls.name.split(" ")[0]}
            <span className="figures max-md:sr-only">{calls.phone}</span>
          </a>
        </Button>
      )}
      {onHandOver && (
        <Button className="max-md:flex-1" onClick={() => onHandOver(terminal_id)}>
          <UserPlus aria-hidden />
          {operator ? texts.handOver : texts.assignAnOperator}
        </Button>
      )}
    </div>
  );
}
