import type { Moment } from "@/lib/core/format/format-date";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { SparkLine } from "../charts/spark-line";
import { Ago } from "../shared/format/ago";
import { PhaseChip } from "../shared/format/event-phase";
import { Naira } from "../shared/format/money";
import type { Column } from "../shared/tables/data-table";
import { RowLink } from "../shared/tables/table";
import { cn } from "../ui/display/cn";
import type { EventRow } from "./api";
import { Attention } from "./attention";
import { formatEventTime } from "./format-event-time";
import * as texts from "./texts";

const isOpen = ({ phase }: EventRow) => phase === "live" || phase === "past_end";

/** Returns the columns of the event list; `now` is the server's time. */
export function eventColumns(now: Moment): Column<EventRow>[] {
  return [
    {
      key: "event",
      title: texts.eventLabel,
      head: true,
      className: "w-[34%] max-w-0 @min-[760px]/table:w-[24%]",
      cell: (event) => <EventNameCell event={event} />,
    },
    { key: "status", title: texts.status, cell: (event) => <PhaseChip event={event} /> },
    {
      key: "when",
      title: texts.when,
      priority: 2,
      className: "whitespace-nowrap text-ink-2",
      cell: (event) => formatEventTime(event, now),
    },
    { key: "spark", title: texts.takingsOverTime, priority: 4, cell: (event) => <Spark event={event} /> },
    {
      key: "last",
      title: texts.lastPayment,
      priority: 3,
      className: "text-ink-2",
      cell: (event) => <LastPayment event={event} now={now} />,
    },
    {
      key: "attention",
      title: texts.needsAttention,
      priority: 3,
      cell: (event) => <Attention event={event} />,
    },
    { key: "taken", title: texts.taken, end: true, cell: (event) => <Taken event={event} /> },
  ];
}

function EventNameCell({ event: { session_id, name, venue } }: { event: EventRow }) {
  return (
    <>
      <RowLink
        href={`/events/${session_id}`}
        className="block truncate font-semibold text-section max-md:text-touch"
      >
        {stripInvisibleCharacters(name)}
      </RowLink>
      <span className="block truncate text-ink-3 text-meta">
        {venue ? stripInvisibleCharacters(venue) : texts.noVenueGiven}
      </span>
    </>
  );
}

function Spark({ event }: { event: EventRow }) {
  const label =
    event.spark.length > 0
      ? texts.takingsOverTimeOf(stripInvisibleCharacters(event.name))
      : texts.noTakingsYet;
  return <SparkLine label={label} shares={event.spark.map((share) => share / 100)} live={isOpen(event)} />;
}

/** A payment younger than this marks the event as taking payments now. */
const RECENT_MS = 10 * 60_000;

function LastPayment({ event, now }: { event: EventRow; now: Moment }) {
  if (!event.last_payment_at) return <span className="text-ink-3">{texts.noneYet}</span>;
  return (
    <span className="inline-flex items-center gap-2">
      {isOpen(event) && new Date(now).getTime() - Date.parse(event.last_payment_at) < RECENT_MS && (
        <span aria-hidden className="size-2 rounded-full bg-brand-solid ring-3 ring-brand-line" />
      )}
      <Ago at={event.last_payment_at} />
    </span>
  );
}

function Taken({ event: { taken, payment_count: count } }: { event: EventRow }) {
  return (
    <>
      <Naira size="row" amount={taken} className={cn("block", count === 0 && "text-ink-3")} />
      {count > 0 && <span className="figures block text-ink-3 text-meta">{texts.countPayments(count)}</span>}
    </>
  );
}

/** An event in the list on a phone. */
export function EventItem({ event, now }: { event: EventRow; now: Moment }) {
  return (
    <div className="flex min-h-16 flex-col gap-1.5 px-4 py-3">
      <div className="flex items-start justify-between gap-3 text-touch">
        <div className="min-w-0">
          <EventNameCell event={event} />
        </div>
        <div className="shrink-0 text-right">
          <Taken event={event} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-2 text-meta">
        <PhaseChip event={event} />
        {isOpen(event) && event.last_payment_at ? (
          <LastPayment event={event} now={now} />
        ) : (
          formatEventTime(event, now)
        )}
        <Attention event={event} />
      </div>
    </div>
  );
}
