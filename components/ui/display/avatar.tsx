import { getInitials } from "@/lib/core/format/payer-format";
import { cn } from "./cn";

/** A person's initials, hidden from assistive technology because the name is shown next to them. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "inline-grid size-6 shrink-0 place-items-center rounded-full bg-muted font-[550] text-[10px] text-ink-2 leading-none",
        className,
      )}
    >
      {getInitials(name)}
    </span>
  );
}
