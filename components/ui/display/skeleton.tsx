import { cn } from "./cn";

/** A placeholder for content that is loading, without animation. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden data-skeleton="" className={cn("block h-4 rounded-[4px] bg-skeleton", className)} />
  );
}
