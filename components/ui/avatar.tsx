import { initialsOf } from "@/lib/core/payer";
import { cn } from "./cn";

/** A person's initials. The name itself stands beside it, so it goes unsaid. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "inline-grid size-6 shrink-0 place-items-center rounded-full bg-muted font-[550] text-[10px] text-ink-2 leading-none",
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
