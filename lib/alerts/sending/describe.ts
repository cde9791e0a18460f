import { z } from "zod";
import { formatCountWithNoun } from "@/lib/core/format/count";
import { formatNaira, toKobo } from "@/lib/core/format/naira";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { MemberRole } from "@/lib/core/roles";
import { formatTimestampIn } from "@/lib/core/time";
import type { RowOf } from "@/lib/db/rows";
import type { alertCauses } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { EXCEPTION_REASONS } from "@/lib/exceptions/labels";
import { concerns, maySee } from "./recipients";

/** An alert as a person reads it. It names no payer and no account number. */
export interface AlertText {
  title: string;
  text: string;
  /** The page of the dashboard that it leads to. */
  path: string;
}

/** A cause, and what its reader may see; `role` is null for the organisation's webhook. */
export interface DescribedCause
  extends RowOf<typeof alertCauses, "kind" | "subject" | "sessionIds" | "details" | "endedAt"> {
  role: MemberRole | null;
  chosenSessions: readonly string[] | null;
}

/** Describes a cause in words. */
export function describeCause(cause: DescribedCause): AlertText {
  const { title, text, path } = DESCRIPTIONS[cause.kind](cause);
  const isOver = cause.endedAt !== null && cause.kind !== "daily_summary";
  return {
    title: stripInvisibleCharacters(title),
    text: stripInvisibleCharacters(isOver ? `${text} It ended at ${timeOf(cause.endedAt)}.` : text),
    path,
  };
}

const timeOf = (at: Date | null) => at && formatTimestampIn(env().businessTimeZone, at).slice(11, 16);

const textOf = (details: Record<string, unknown>, name: string) => {
  const value = details[name];
  return typeof value === "string" ? value : "";
};

const eventPath = ({ sessionIds: [sessionId] }: DescribedCause, rest = "") =>
  sessionId ? `/events/${sessionId}${rest}` : "/events";

const DESCRIPTIONS: Record<DescribedCause["kind"], (cause: DescribedCause) => AlertText> = {
  terminal_inactive: (cause) => ({
    title: `${textOf(cause.details, "terminal")} is silent`,
    text: `${textOf(cause.details, "event")}: it has had no payment for longer than usual.`,
    path: eventPath(cause, "/terminals?view=list&state=silent"),
  }),
  exception_open: (cause) => ({
    title: `A payment needs a decision: ${reasonOf(cause)}`,
    text: `${textOf(cause.details, "event") || "No event"}: ${formatNaira(BigInt(textOf(cause.details, "amount") || "0"))}.`,
    path: eventPath(cause, `/reconciliation?exception=${cause.subject}`),
  }),
  endpoint_failing: (cause) => ({
    title: "A webhook endpoint is failing",
    text: `${textOf(cause.details, "origin")} does not accept events. They wait and are sent again.`,
    path: "/developers/webhooks",
  }),
  bank_silent: (cause) => ({
    title: "Bank notifications have stopped",
    text: `${textOf(cause.details, "event")}: payments are recorded from the bank's list, later than usual. Check the webhook URL at the bank.`,
    path: eventPath(cause),
  }),
  daily_summary: describeSummary,
};

function reasonOf({ details }: DescribedCause): string {
  const reason = textOf(details, "reason");
  return reason in EXCEPTION_REASONS
    ? EXCEPTION_REASONS[reason as keyof typeof EXCEPTION_REASONS].name
    : "Other";
}

const SummaryDetails = z.object({
  events: z
    .array(z.object({ session_id: z.string(), name: z.string(), count: z.number(), amount: z.string() }))
    .catch([]),
  open_exceptions: z.number().catch(0),
});

/** The events that a summary lists; the mail has a line for each. */
const MAX_EVENTS = 5;

function describeSummary({ details, role, chosenSessions }: DescribedCause): AlertText {
  const { events: all, open_exceptions: open } = SummaryDetails.parse(details);
  const events = all.filter((one) => concerns(chosenSessions, [one.session_id]));
  const kobo = events.reduce((sum, one) => sum + toKobo(one.amount), 0n);
  const count = events.reduce((sum, one) => sum + one.count, 0);
  const seesMoney = role === null || maySee(role, "exception_open");
  const lines = [
    ...events
      .slice(0, MAX_EVENTS)
      .map((one) => `${one.name}: ${formatNaira(one.amount)}, ${formatCountWithNoun(one.count, "payment")}.`),
    ...(events.length > MAX_EVENTS
      ? [`And ${formatCountWithNoun(events.length - MAX_EVENTS, "more event", "more events")}.`]
      : []),
    ...(seesMoney && open > 0 ? [`${formatCountWithNoun(open, "open exception")}.`] : []),
  ];
  return {
    title: `The last 24 hours: ${formatNaira(kobo)}, ${formatCountWithNoun(count, "payment")}`,
    text: lines.join(" ") || "No payments.",
    path: "/events",
  };
}
