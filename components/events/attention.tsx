import { Check, TriangleAlert } from "lucide-react";
import { countOf } from "@/lib/core/count";
import { Chip } from "../ui/chip";
import type { EventRow } from "./wire";

/** What of an event waits for a person: the most pressing first, the rest by number; or that all has arrived. */
export function Attention({ event }: { event: EventRow }) {
  const { silent_terminals: silent, open_exceptions: exceptions } = event;
  const [first] = silent;
  const calls = [
    first && (silent.length === 1 ? `${first} silent` : `${countOf(silent.length, "terminal")} silent`),
    exceptions && `${countOf(exceptions, "exception")} open`,
  ].filter((call) => typeof call === "string");
  if (calls.length > 0)
    return (
      <Chip tone="amber" icon={TriangleAlert}>
        {calls.join(" · ")}
      </Chip>
    );
  if (event.needs_operators) return <Chip>No operators added</Chip>;
  if (!event.is_settled) return null;
  return (
    <span className="inline-flex items-center gap-2 text-ink-3">
      <Check aria-hidden strokeWidth={2} className="size-3.5 text-brand" />
      Settled
    </span>
  );
}
