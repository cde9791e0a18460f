import { Check, X } from "lucide-react";
import { Chip } from "../ui/chip";
import { cn } from "../ui/cn";
import type { DeliveryRowWire } from "./wire";

const MOST_MARKS = 5;

/** One mark a try; of more than five the first two, how many, and the last. */
export function AttemptMarks({ marks }: { marks: DeliveryRowWire["marks"] }) {
  if (marks.length === 0) return <span className="text-ink-3">Not tried yet</span>;
  const isLong = marks.length > MOST_MARKS;
  const failed = marks.filter(({ is_ok }) => !is_ok).length;
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="sr-only">
        {marks.length === 1 ? "1 try" : `${marks.length} tries`}, {failed} failed
      </span>
      {(isLong ? marks.slice(0, 2) : marks).map((mark) => (
        <Mark key={mark.number} isOk={mark.is_ok} />
      ))}
      {isLong && (
        <span aria-hidden className="figures text-ink-3 text-meta">
          +{marks.length - 3}
        </span>
      )}
      {isLong && <Mark isOk={marks.at(-1)?.is_ok ?? false} />}
    </span>
  );
}

/** Whether a try went well, as a small round mark. */
export function Mark({ isOk, className }: { isOk: boolean; className?: string }) {
  const Icon = isOk ? Check : X;
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-4 shrink-0 place-items-center rounded-full",
        isOk ? "bg-brand-wash text-brand" : "bg-red-wash text-red",
        className,
      )}
    >
      <Icon strokeWidth={2.5} className="size-2.5" />
    </span>
  );
}

/** What was answered: a code, or that nothing was. */
export function ResponseChip({ status, isTried }: { status: number | null; isTried: boolean }) {
  if (!isTried) return <span className="text-ink-3">–</span>;
  if (status === null) return <Chip tone="red">No answer</Chip>;
  const isOk = status >= 200 && status < 300;
  return (
    <Chip tone={isOk ? "green" : "red"} className="figures">
      {status}
    </Chip>
  );
}
