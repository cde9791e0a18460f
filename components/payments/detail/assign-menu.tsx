"use client";

import { UserPlus } from "@/components/ui/icons/icons";
import { cn } from "../../ui/display/cn";
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from "../../ui/overlays/dropdown-menu";
import type { Trigger } from "../../ui/overlays/lazy-trigger";
import type { PaymentRow } from "../payment-pages";
import * as texts from "./texts";

export interface OperatorChoice {
  id: NonNullable<PaymentRow["operator_id"]>;
  name: string;
}

export interface Assigning {
  operators: readonly OperatorChoice[];
  assign: (payments: readonly PaymentRow[], operator: OperatorChoice | undefined) => void;
}

interface MenuProps {
  payment: PaymentRow;
  /** The operators to choose from; without it the name is read-only. */
  assigning: Assigning | undefined;
  /** The button that opens the menu, instead of the chip of a row. */
  trigger?: Trigger;
}

/** The operator of a payment; for an unassigned payment, a menu that assigns one. */
export function AssignMenu({ payment, assigning, trigger }: MenuProps) {
  const { operator_id: id, operator_name: name } = payment;
  if (!trigger && name) return <span className="block truncate">{name}</span>;
  if (!assigning || assigning.operators.length === 0)
    return <span className="text-ink-3">{trigger ? null : "–"}</span>;
  return (
    <DropdownMenu
      label={texts.assignToAnOperator}
      align="start"
      trigger={trigger ?? <AssignChip payment={payment} />}
    >
      <MenuLabel>{texts.whoTookIt}</MenuLabel>
      <div className="max-h-72 overflow-y-auto">
        {assigning.operators.map((operator) => (
          <MenuItem
            key={operator.id}
            disabled={operator.id === id}
            onSelect={() => assigning.assign([payment], operator)}
          >
            {operator.name}
          </MenuItem>
        ))}
      </div>
      {id && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => assigning.assign([payment], undefined)}>{texts.unassigned}</MenuItem>
        </>
      )}
    </DropdownMenu>
  );
}

/** Positioned above the row's own button, which covers the rest of the row. */
function AssignChip({ payment, className, ...rest }: { payment: PaymentRow; className?: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={texts.assignThePaymentOf(payment.sender_name || texts.anUnknownPayer)}
      className={cn(
        "relative z-1 -ml-1.5 inline-flex h-6 items-center gap-1.5 rounded-chip px-1.5 text-ink-3 hover:bg-muted hover:text-ink",
        className,
      )}
    >
      <UserPlus aria-hidden strokeWidth={2} className="size-3.5" />
      {texts.assign}
    </button>
  );
}
