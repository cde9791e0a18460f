import { LoaderCircle } from "@/components/ui/icons/icons";
import { cn } from "./cn";

/** A spinner, hidden from assistive technology; the text next to it describes what is loading. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn("size-4 animate-spin", className)} />;
}
