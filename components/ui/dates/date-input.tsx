"use client";

import { useState } from "react";
import { formatTypedMoment, isMomentValue, parseTypedMoment } from "@/lib/core/format/typed-date";
import { Button } from "../forms/button";
import { Input, type InputProps } from "../forms/input";
import { CalendarDays } from "../icons/icons";
import { LazyPart, prefetch } from "../overlays/lazy";
import { Popover } from "../overlays/popover";
import * as texts from "./texts";

const fetchCalendar = () => import("./calendar-panel").then((module) => module.CalendarPanel);

export interface DateInputProps extends Omit<InputProps, "value" | "onChange" | "type" | "min"> {
  /** A day `2026-11-23`, with `T17:00` if `time` is given; `""` for none; a text that is no date as it was typed. */
  value: string;
  onChange: (value: string) => void;
  /** The field has a time of day, which is this one unless another is typed. */
  time?: string;
  /** The first day that can be chosen in the calendar. */
  min?: string | undefined;
  /** The field's name for the calendar's button. */
  name: string;
}

const show = (value: string, withTime: boolean) =>
  isMomentValue(value, withTime) ? formatTypedMoment(value) : value;

/** The text of a date field, which is the member's own while they type, and the formatted date otherwise. */
function useTypedMoment({ value, onChange, time }: Pick<DateInputProps, "value" | "onChange" | "time">) {
  const withTime = time !== undefined;
  const [text, setText] = useState(() => show(value, withTime));
  const [shown, setShown] = useState(value);
  // The value can change by Clear or a link.
  if (shown !== value) {
    setShown(value);
    setText(show(value, withTime));
  }
  const change = (next: string) => {
    setShown(next);
    onChange(next);
  };
  const [day = "", clock] = isMomentValue(value, withTime) ? value.split("T") : [];
  return {
    ...{ text, day },
    type: (typed: string) => {
      setText(typed);
      const moment = parseTypedMoment(typed);
      if (!moment) return change(typed.trim());
      change(withTime ? `${moment.day}T${moment.time ?? time}` : moment.day);
    },
    pick: (picked: string) => {
      const next = withTime ? `${picked}T${clock ?? time}` : picked;
      setText(show(next, withTime));
      change(next);
    },
    format: () => setText(show(value, withTime)),
  };
}

/** A date that is typed and shown as `23 Nov 2026`, or chosen from a calendar. Needs a `Field` or an `aria-label`. */
export function DateInput({ value, onChange, onBlur, time, min, name, ...rest }: DateInputProps) {
  const { text, day, type, pick, format } = useTypedMoment({ value, onChange, ...(time && { time }) });
  return (
    <Input
      autoComplete="off"
      spellCheck={false}
      maxLength={40}
      placeholder={time ? texts.exampleDateAndTime : texts.exampleDate}
      {...rest}
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={(event) => {
        format();
        onBlur?.(event);
      }}
      end={<CalendarButton name={name} day={day} min={min} onPick={pick} />}
    />
  );
}

interface CalendarButtonProps extends Pick<DateInputProps, "name" | "min"> {
  day: string;
  onPick: (day: string) => void;
}

/** Button that opens the calendar. */
function CalendarButton({ name, day, min, onPick }: CalendarButtonProps) {
  return (
    <Popover
      label={texts.calendar(name)}
      align="end"
      className="w-72 p-3"
      trigger={
        <Button
          tone="ghost"
          size="small"
          square
          className="-mr-1 size-6 text-ink-3 max-md:-mr-3 max-md:size-11"
          aria-label={texts.chooseADay(name)}
          onPointerEnter={() => prefetch(fetchCalendar)}
        >
          <CalendarDays aria-hidden />
        </Button>
      }
    >
      {(close) => (
        <LazyPart
          part={fetchCalendar}
          given={{
            ...{ day, min },
            onPick: (picked: string) => {
              onPick(picked);
              close();
            },
          }}
          onFailed={close}
        />
      )}
    </Popover>
  );
}
