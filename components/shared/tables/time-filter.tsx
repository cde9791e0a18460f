"use client";

import { FilterChip } from "../../ui/forms/filter-chip";
import { LazyPart, prefetch } from "../../ui/overlays/lazy";
import { Popover } from "../../ui/overlays/popover";
import * as texts from "./texts";
import { formatTimeRange, type TimeRange } from "./time-range";

const fetchForm = () => import("./time-form").then((module) => module.TimeForm);
const prefetchForm = () => prefetch(fetchForm);

interface TimeFilterProps {
  range: TimeRange;
  onChange: (changes: TimeRange) => void;
}

/** Filter by a range of times, to the minute, on the clocks of the page's zone. */
export function TimeFilter({ range, onChange }: TimeFilterProps) {
  return (
    <Popover
      label={texts.time}
      align="end"
      className="w-72 p-3"
      trigger={
        <FilterChip
          label={texts.time}
          chosen={formatTimeRange(range)}
          onClear={() => onChange({ from: undefined, to: undefined })}
          onPointerEnter={prefetchForm}
          onFocus={prefetchForm}
        />
      }
    >
      {(close) => (
        <LazyPart
          part={fetchForm}
          given={{
            range,
            onSubmit: (changes) => {
              close();
              onChange(changes);
            },
          }}
          meanwhile={<div className="h-43" />}
          onFailed={close}
        />
      )}
    </Popover>
  );
}
