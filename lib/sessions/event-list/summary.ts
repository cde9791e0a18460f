import type { z } from "zod";
import { assertDefined } from "@/lib/core/errors/assert";
import type { Scope } from "@/lib/core/scope";
import { dayIn, parseInstant } from "@/lib/core/time";
import { env } from "@/lib/env";
import type { EventList } from "../contract";
import { type EventListData, needsOperators } from "./event-totals";
import type { EventSummary } from "./list-query";

/** Returns the start of the month that contains a moment, in the zone of the organisation's screens, else the business's. */
export function monthStart(now: Date, { timeZone = env().businessTimeZone }: Pick<Scope, "timeZone">): Date {
  const first = `${dayIn(timeZone, now).slice(0, 7)}-01T00:00:00`;
  return assertDefined(parseInstant(first, timeZone), "every month has a first day");
}

/** Summarises all of an organisation's events: current takings, those since the start of the month, and the unsettled amount. */
export function summariseEvents(
  events: EventSummary[],
  { totals, inactive, seesMoney }: EventListData,
  month: Date,
): z.output<typeof EventList>["summary"] {
  const of = (event: EventSummary) => assertDefined(totals.get(event.sessionId), "every event has totals");
  const sum = (chosen: EventSummary[], amountOf: (event: EventSummary) => bigint) =>
    chosen.reduce((total, event) => total + amountOf(event), 0n);
  const taking = events.filter(({ phase }) => phase === "live" || phase === "past_end");
  const ofMonth = (event: EventSummary) => of(event).taken - of(event).earlier;
  const thisMonth = events.filter((event) => (event.lastPaymentAt ?? 0) >= month && ofMonth(event) > 0n);
  const awaiting = (event: EventSummary) => of(event).taken - of(event).settled;
  const unsettled = events.filter((event) => awaiting(event) > 0n);
  return {
    live: {
      amount: sum(taking, (event) => of(event).taken),
      event_count: taking.length,
      payment_count: Number(sum(taking, (event) => of(event).count)),
    },
    month: { amount: sum(thisMonth, ofMonth), event_count: thisMonth.length, since: month },
    awaiting: seesMoney
      ? {
          amount: sum(unsettled, awaiting),
          event_count: unsettled.length,
          has_takings: events.some((event) => of(event).taken > 0n),
        }
      : null,
    attention: {
      inactive_terminals: [...inactive.values()].reduce((count, labels) => count + labels.length, 0),
      needs_operators: events.filter((event) => needsOperators(event, totals.get(event.sessionId))).length,
      open_exceptions: seesMoney ? Number(sum(events, (event) => of(event).exceptions)) : null,
    },
  };
}
