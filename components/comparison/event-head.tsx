import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { formatEventTime } from "../events/format-event-time";
import { PhaseChip, PhaseLine } from "../shared/format/event-phase";
import { cn } from "../ui/display/cn";
import { Link } from "../ui/display/link";
import type { ComparisonJson } from "./use-comparison";

/** An event of a comparison. */
export type ComparedEvent = ComparisonJson["events"][number];

interface EventNameProps {
  event: ComparedEvent;
  className?: string;
}

/** The name of an event, which leads to it. */
export const EventName = ({ event, className }: EventNameProps) => (
  <Link
    dir="auto"
    href={`/events/${event.session_id}`}
    className={cn(
      "inline-block text-left min-h-6 truncate align-bottom leading-6 hover:underline max-md:min-h-11 max-md:min-w-11 max-md:leading-[2.75rem]",
      className,
    )}
  >
    {stripInvisibleCharacters(event.name)}
  </Link>
);

interface EventHeadProps {
  event: ComparedEvent;
  /** The time of the figures. */
  asOf: string;
  /** Shows the phase as a text of its own line, for narrow columns. */
  isNarrow: boolean;
}

/** The head of an event's column: its name, phase and time. It takes the column's width and never widens it. */
export function EventHead({ event, asOf, isNarrow }: EventHeadProps) {
  const time = formatEventTime(event.schedule, asOf);
  return (
    <div className="w-0 min-w-full font-normal">
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <EventName event={event} className="min-w-0 flex-1 basis-32 font-semibold text-body text-ink" />
        {!isNarrow && <PhaseChip event={event.schedule} />}
      </div>
      <div className="truncate" title={time}>
        {time}
      </div>
      {isNarrow && (
        <div className="flex items-center gap-1.5">
          <PhaseLine event={event.schedule} />
        </div>
      )}
    </div>
  );
}
