import { Check, TriangleAlert } from "@/components/ui/icons/icons";
import { formatCountWithNoun } from "@/lib/core/format/count";
import { Chip } from "../ui/display/chip";
import type { EventRow } from "./api";

/**
 * What needs attention in an event: inactive terminals first, then open exceptions, then missing operators;
 * or that it is settled.
 */
export function Attention({ event }: { event: EventRow }) {
  const { inactive_terminals: inactive, open_exceptions: exceptions } = event;
  const [first] = inactive;
  const alerts = [
    first &&
      (inactive.length === 1
        ? `${first} silent`
        : `${formatCountWithNoun(inactive.length, "terminal")} silent`),
    exceptions && `${formatCountWithNoun(exceptions, "exception")} open`,
  ].filter((alert) => typeof alert === "string");
  if (alerts.length > 0)
    return (
      <Chip tone="amber" icon={TriangleAlert}>
        {alerts.join(" · ")}
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
