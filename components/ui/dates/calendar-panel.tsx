import Calendar from "react-calendar";
import { localDay } from "@/lib/core/format/format-date";
import { ChevronDown } from "../icons/icons";
import { ChevronUp } from "../icons/late-icons";
import * as texts from "./texts";

interface CalendarPanelProps {
  /** The chosen day, `2026-11-23`; `""` for none. */
  day: string;
  /** The first day that can be chosen. */
  min?: string | undefined;
  onPick: (day: string) => void;
}

/** The calendar works with midnight in the browser's own time zone, of which only the day is used. */
const toDate = (day: string) => new Date(`${day}T00:00:00`);
const padTwo = (number: number) => String(number).padStart(2, "0");
const toDay = (date: Date) =>
  `${date.getFullYear()}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`;

/** A month to choose a day from. Its code is loaded when it is first opened. */
export function CalendarPanel({ day, min, onPick }: CalendarPanelProps) {
  return (
    <Calendar
      locale="en-GB"
      minDetail="year"
      value={day ? toDate(day) : null}
      defaultActiveStartDate={toDate(day || localDay(new Date()))}
      {...(min && { minDate: toDate(min) })}
      prev2Label={null}
      next2Label={null}
      prevLabel={<ChevronUp aria-hidden className="-rotate-90 size-4" />}
      nextLabel={<ChevronDown aria-hidden className="-rotate-90 size-4" />}
      prevAriaLabel={texts.previous}
      nextAriaLabel={texts.next}
      navigationAriaLabel={texts.allMonthsOfTheYear}
      onChange={(picked) => picked instanceof Date && onPick(toDay(picked))}
    />
  );
}
