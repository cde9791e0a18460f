import { isMomentValue, toUtc } from "@/lib/core/format/typed-date";
import { zoneNameAt } from "@/lib/core/zone/zone";
import { DateField } from "../../ui/dates/date-field";
import type { FieldErrors, TypedTimes } from "./new-event-form";
import * as texts from "./texts";

interface EventTimeFieldsProps {
  times: TypedTimes;
  isRequired?: boolean;
  faults: FieldErrors;
  onChange: (change: Partial<TypedTimes>) => void;
}

/** The abbreviation of the zone that a start is typed in; before one is typed, of the zone now. */
const zoneOf = (startsAt: string) =>
  zoneNameAt(isMomentValue(startsAt, true) ? Date.parse(toUtc(startsAt)) : Date.now());

/** The fields of an event's planned times, side by side. */
export function EventTimeFields({ times, isRequired = false, faults, onChange }: EventTimeFieldsProps) {
  const { startsAt, endsAt } = times;
  const field = { size: "large", ...(!isRequired && { aside: texts.optional }) } as const;
  return (
    <div className="grid gap-x-3 gap-y-5 sm:grid-cols-2">
      <DateField
        {...field}
        label={texts.starts}
        time="18:00"
        value={startsAt}
        onChange={(value) => onChange({ startsAt: value })}
        hint={texts.timeZone(zoneOf(startsAt))}
        error={faults["/starts_at"]}
      />
      <DateField
        {...field}
        label={texts.ends}
        time="23:00"
        min={isMomentValue(startsAt, true) ? startsAt.slice(0, 10) : undefined}
        value={endsAt}
        onChange={(value) => onChange({ endsAt: value })}
        error={faults["/ends_at"]}
      />
    </div>
  );
}
