import { formatCount } from "@/lib/core/format/count";
import type { LiveFiguresJson } from "../live-feed/live-provider";
import type { OperatorChoice } from "./detail/assign-menu";
import type { FilterChoices } from "./payments-toolbar";
import * as texts from "./texts";

/** Returns the filter options of an event's payments, with counts if known. */
export function toFilterChoices(
  figures: LiveFiguresJson | undefined,
  operators: readonly OperatorChoice[],
): FilterChoices {
  const taken = new Map(figures?.operators.map(({ operator_id: id, count }) => [id ?? "none", count]));
  return {
    status: [
      { value: "successful", label: texts.successful, ...withCount(figures?.successful_count) },
      { value: "pending", label: texts.pending, ...withCount(figures?.pending_count) },
      { value: "failed", label: texts.failed, ...withCount(figures?.failed_count) },
    ],
    channel: [
      { value: "bank_transfer", label: texts.bankTransfer, ...withCount(countOf(figures, "bank_transfer")) },
      { value: "pos", label: "POS", ...withCount(countOf(figures, "pos")) },
    ],
    terminal: (figures?.terminals ?? []).map(({ terminal_id: value, label, location, count }) => ({
      value,
      label,
      also: location,
      ...withCount(count),
    })),
    operator: [
      { value: "none", label: texts.unassigned, ...withCount(taken.get("none")) },
      ...operators.map(({ id, name }) => ({ value: id, label: name, ...withCount(taken.get(id)) })),
    ],
    order: [
      { value: "matched", label: texts.matchedWithAnOrder },
      { value: "unmatched", label: texts.notMatched },
    ],
  };
}

const withCount = (count: number | undefined) => (count === undefined ? {} : { count: formatCount(count) });

const countOf = (figures: LiveFiguresJson | undefined, channel: string) =>
  figures?.by_channel.find((one) => one.channel === channel)?.count;
