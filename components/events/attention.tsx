import { Check, TriangleAlert } from "@/components/ui/icons/icons";
import { Clock } from "@/components/ui/icons/late-icons";
import { Chip } from "../ui/display/chip";
import type { EventRow } from "./api";
import * as texts from "./texts";

/** Whether the money of a closed event has arrived; an event without a payment has none to settle. */
const settledLabel = ({ is_settled: isSettled, payment_count: count }: EventRow) =>
  isSettled ? texts.settled : count === 0 ? texts.nothingToSettle : texts.awaitingSettlement;

/**
 * What needs attention in an event: inactive terminals first, then open exceptions, then missing operators; of a closed
 * event whether its money is settled. `null` if there is nothing to say.
 */
export function Attention({ event }: { event: EventRow }) {
  const { inactive_terminals: inactive, open_exceptions: exceptions } = event;
  const [first] = inactive;
  const alerts = [
    first &&
      (inactive.length === 1 ? texts.silent(first) : texts.silent(texts.countTerminals(inactive.length))),
    exceptions && texts.open(texts.countExceptions(exceptions)),
  ].filter((alert) => typeof alert === "string");
  if (alerts.length > 0)
    return (
      <Chip tone="amber" icon={TriangleAlert}>
        {alerts.join(" · ")}
      </Chip>
    );
  if (event.needs_operators) return <Chip>{texts.noOperatorsAdded}</Chip>;
  if (event.phase !== "closed" || event.is_settled === null) return null;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap text-ink-3">
      {event.is_settled ? (
        <Check aria-hidden strokeWidth={2} className="size-3.5 text-brand" />
      ) : (
        <Clock aria-hidden strokeWidth={2} className="size-3.5" />
      )}
      {settledLabel(event)}
    </span>
  );
}
