import { Check, Hourglass, X } from "@/components/ui/icons/icons";
import { Chip } from "../../ui/display/chip";
import { cn } from "../../ui/display/cn";
import * as texts from "./late-texts";

export type PaymentStatus = "successful" | "pending" | "failed";

const TIME_LABELS: Record<string, string> = {
  successful: texts.paid,
  pending: texts.pendingSince,
  failed: texts.attempted,
};

/** Returns the label of a payment's time by status: only a successful one was paid at that time. */
export const timeLabel = (status: string) => TIME_LABELS[status] ?? texts.time;

interface StatusCellProps {
  status: PaymentStatus;
  /** Whether the payment has just arrived. */
  fresh?: boolean;
  className?: string;
}

/** The status of a payment. Success is neutral; other states are coloured. */
export function StatusCell({ status, fresh = false, className }: StatusCellProps) {
  if (status === "pending")
    return (
      <Chip tone="amber" icon={Hourglass} className={className}>
        {texts.pending}
      </Chip>
    );
  if (status === "failed")
    return (
      <Chip tone="red" icon={X} className={className}>
        {texts.failed}
      </Chip>
    );
  return (
    <span
      className={cn(
        "inline-flex items-center gap-2 whitespace-nowrap align-top",
        fresh ? "font-medium text-brand" : "text-ink-3",
        className,
      )}
    >
      <Check aria-hidden strokeWidth={2} className="size-3.5 shrink-0 text-brand" />
      {fresh ? texts.justIn : texts.successful}
    </span>
  );
}
