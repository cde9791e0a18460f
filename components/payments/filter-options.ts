import { formatCount } from "@/lib/core/count";
import type { LiveFiguresWire } from "../event-live/live-provider";
import type { OperatorChoice } from "./assign-menu";
import type { Choices } from "./payments-toolbar";

/** What an event's payments can be narrowed to, with how many there are where that is known. */
export function choicesOf(
  figures: LiveFiguresWire | undefined,
  operators: readonly OperatorChoice[],
): Choices {
  const taken = new Map(figures?.operators.map(({ operator_id: id, count }) => [id ?? "none", count]));
  return {
    status: [
      { value: "successful", label: "Successful", ...counted(figures?.successful_count) },
      { value: "pending", label: "Pending", ...counted(figures?.pending_count) },
      { value: "failed", label: "Failed", ...counted(figures?.failed_count) },
    ],
    channel: [
      { value: "bank_transfer", label: "Bank transfer", ...counted(countOf(figures, "bank_transfer")) },
      { value: "pos", label: "POS", ...counted(countOf(figures, "pos")) },
    ],
    terminal: (figures?.terminals ?? []).map(({ terminal_id: value, label, place, count }) => ({
      value,
      label,
      also: place,
      ...counted(count),
    })),
    operator: [
      { value: "none", label: "Nobody", ...counted(taken.get("none")) },
      ...operators.map(({ id, name }) => ({ value: id, label: name, ...counted(taken.get(id)) })),
    ],
  };
}

const counted = (count: number | undefined) => (count === undefined ? {} : { count: formatCount(count) });

const countOf = (figures: LiveFiguresWire | undefined, channel: string) =>
  figures?.by_channel.find((one) => one.channel === channel)?.count;
