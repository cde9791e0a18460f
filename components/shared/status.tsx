import { Check, Hourglass, X } from "lucide-react";
import { Chip } from "../ui/chip";
import { cn } from "../ui/cn";

export type PaymentStatus = "successful" | "pending" | "failed";

const TIME_LABELS: Record<string, string> = {
  successful: "Paid",
  pending: "Pending since",
  failed: "Attempted",
};

/** What the time of a payment is called: only one that succeeded was paid then. */
export const timeLabel = (status: string) => TIME_LABELS[status] ?? "Time";

interface StatusCellProps {
  status: PaymentStatus;
  /** Came in a moment ago. */
  fresh?: boolean;
  className?: string;
}

/** How a payment stands. What went well is quiet; only what did not has a colour. */
export function StatusCell({ status, fresh = false, className }: StatusCellProps) {
  if (status === "pending")
    return (
      <Chip tone="amber" icon={Hourglass} className={className}>
        Pending
      </Chip>
    );
  if (status === "failed")
    return (
      <Chip tone="red" icon={X} className={className}>
        Failed
      </Chip>
    );
  return (
    <span
      className={cn(
        "inline-flex items-center gap-2 whitespace-nowrap",
        fresh ? "font-medium text-brand" : "text-ink-3",
        className,
      )}
    >
      <Check aria-hidden strokeWidth={2} className="size-3.5 shrink-0 text-brand" />
      {fresh ? "Just in" : "Successful"}
    </span>
  );
}
