"use client";

import { useEffect, useRef, useState } from "react";
import { formatMinute, localDay } from "@/lib/core/format/format-date";
import { isMomentValue, toUtc } from "@/lib/core/format/typed-date";
import { DateField } from "../../ui/dates/date-field";
import { Button } from "../../ui/forms/button";
import * as texts from "./texts";
import type { TimeRange } from "./time-range";

const EXPECTED = texts.typeADateAndATime;

/** Formats a moment for a field, on the clocks of the page's zone. */
const toLocalInput = (moment?: string) => (moment ? `${localDay(moment)}T${formatMinute(moment)}` : "");
const parseLocalInput = (local: string) => (local ? toUtc(local) : undefined);

interface TimeFormProps {
  range: TimeRange;
  onSubmit: (changes: TimeRange) => void;
}

/** Form of a time range. Its code is loaded when it is first opened. */
export function TimeForm({ range, onSubmit }: TimeFormProps) {
  const first = useRef<HTMLInputElement>(null);
  // The popover has opened before the form was loaded, so that it had no field to focus.
  useEffect(() => first.current?.focus(), []);
  const [from, setFrom] = useState(toLocalInput(range.from));
  const [to, setTo] = useState(toLocalInput(range.to));
  const [areShown, setShown] = useState(false);
  const isNoTime = (value: string) => value !== "" && !isMomentValue(value, true);
  const isBackwards = Boolean(from && to && !isNoTime(from) && !isNoTime(to) && to <= from);
  const errorOf = (value: string) => (areShown && isNoTime(value) ? EXPECTED : undefined);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setShown(true);
        if (!isBackwards && !isNoTime(from) && !isNoTime(to))
          onSubmit({ from: parseLocalInput(from), to: parseLocalInput(to) });
      }}
    >
      <DateField
        label={texts.from}
        time="00:00"
        error={errorOf(from)}
        value={from}
        onChange={setFrom}
        ref={first}
      />
      <DateField
        label={texts.until}
        time="23:59"
        error={isBackwards ? texts.mustBeLaterThanFrom : errorOf(to)}
        value={to}
        onChange={setTo}
      />
      <Button type="submit" tone="primary">
        {texts.apply}
      </Button>
    </form>
  );
}
