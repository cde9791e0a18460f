import { cn } from "./cn";

/** A box in the place of what is yet to come. It does not move. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden data-skeleton="" className={cn("block h-4 rounded-[4px] bg-skeleton", className)} />
  );
}
