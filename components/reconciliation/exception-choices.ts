import { formatDuration } from "@/lib/core/format/format-date";
import type { ExceptionJson } from "./api";
import * as texts from "./texts";

/** The ways to resolve an exception. */
export type Choice = "assign" | "to_refund" | "accepted" | "dismissed";

type Choosable = Pick<ExceptionJson, "is_assignable" | "notification" | "ledger" | "reason">;

/**
 * Returns whether the money can be refunded. Recorded money stays in the ledger: only unrecorded money or a reversed
 * payment goes back.
 */
export const canReturn = ({ notification, ledger, reason }: Choosable) =>
  notification !== null && (ledger === null || reason === "reversal");

/**
 * Returns the choice that is selected at first, always one that is possible: assigning needs another open event.
 * `undefined` while the open events are unknown.
 */
export function defaultChoice(
  exception: Choosable,
  open: { data: readonly unknown[] | undefined; isError: boolean },
): Choice | undefined {
  if (!exception.is_assignable) return "dismissed";
  if (!open.data && !open.isError) return undefined;
  if (open.data && open.data.length > 0) return "assign";
  return canReturn(exception) ? "to_refund" : "dismissed";
}

type Late = Pick<ExceptionJson, "reason" | "event" | "notification" | "created_at">;

/**
 * Says how long after the close a payment was made: `17 min after the event closed`. `undefined` for other exceptions.
 */
export function formatDelay({
  reason,
  event,
  notification,
  created_at: createdAt,
}: Late): string | undefined {
  if (reason !== "session_closed" || !event?.closed_at) return undefined;
  const closedAt = Date.parse(event.closed_at);
  const paidAt = Date.parse(notification?.paid_at ?? createdAt);
  return paidAt >= closedAt
    ? texts.afterTheEventClosed(formatDuration(paidAt - closedAt))
    : texts.reportedAfterTheEventClosed(formatDuration(Math.max(0, Date.parse(createdAt) - closedAt)));
}
