import { LoaderCircle } from "lucide-react";
import { cn } from "./cn";

/** Turns while something is on its way; what is on its way is said by the text beside it. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn("size-4 animate-spin", className)} />;
}
