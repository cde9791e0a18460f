"use client";

import { ArrowLeftRight, Phone } from "@/components/ui/icons/late-icons";
import { Naira } from "../shared/format/money";
import { DrawerFigures } from "../shared/layout/drawer-figures";
import { Chip } from "../ui/display/chip";
import { Button } from "../ui/forms/button";
import { Drawer } from "../ui/overlays/drawer";
import { formatTerminalLocation, type OperatorJson } from "./api";
import { OperatorLocation, Shift } from "./operator-table";
import { PaymentList, PaymentListLinks } from "./payment-list";
import * as texts from "./texts";

interface OperatorDrawerProps {
  sessionId: string;
  operator: OperatorJson;
  mayHandOver: boolean;
  mayExport: boolean;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onHandOver: (terminalId: string) => void;
}

/** Drawer of one operator: their terminals, takings and payments. */
export function OperatorDrawer(props: OperatorDrawerProps) {
  const { sessionId, operator } = props;
  const { id, name, role, phone, terminals } = operator;
  return (
    <Drawer
      onClose={props.onClose}
      onPrevious={props.onPrevious}
      onNext={props.onNext}
      row={id}
      width={560}
      title={name}
      badge={
        terminals.length > 0 && (
          <Chip tone="green" dot>
            {texts.onShift}
          </Chip>
        )
      }
      subtitle={
        <>
          <span className="inline-block first-letter:uppercase">{role}</span> ·{" "}
          <OperatorLocation operator={operator} />
          {phone && <span className="figures"> · {phone}</span>} · <Shift operator={operator} />
        </>
      }
    >
      <Figures operator={operator} />
      <Actions {...props} />
      <PaymentList sessionId={sessionId} filters={{ operator: id }} withChannel />
    </Drawer>
  );
}

/** Calling the operator, handing a terminal over, and the links to all payments. */
function Actions({ sessionId, operator, ...props }: OperatorDrawerProps) {
  const { id, phone, terminals } = operator;
  return (
    <div className="my-4 flex flex-wrap items-center gap-2">
      {phone && (
        <Button asChild>
          <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
            <Phone aria-hidden />
            {texts.call}
          </a>
        </Button>
      )}
      {props.mayHandOver &&
        terminals.map((terminal) => (
          <Button key={terminal.terminal_id} onClick={() => props.onHandOver(terminal.terminal_id)}>
            <ArrowLeftRight aria-hidden />
            {texts.handOverPrefix}
            {terminals.length > 1 && formatTerminalLocation(terminal)}
          </Button>
        ))}
      <span className="ml-auto">
        <PaymentListLinks sessionId={sessionId} filters={{ operator: id }} mayExport={props.mayExport} />
      </span>
    </div>
  );
}

function Figures({ operator }: { operator: OperatorJson }) {
  const { amount, pos, transfers, count } = operator;
  const figures = [
    { label: texts.taken, value: <Naira amount={amount} size="drawer" /> },
    { label: "POS", value: <Naira amount={pos.amount} size="drawer" /> },
    { label: texts.transfers, value: <Naira amount={transfers.amount} size="drawer" /> },
    { label: texts.payments, value: count },
  ];
  return <DrawerFigures figures={figures} />;
}
