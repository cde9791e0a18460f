"use client";

import { FilterChip } from "../ui/forms/filter-chip";
import { LazyPart, prefetch } from "../ui/overlays/lazy";
import { Popover } from "../ui/overlays/popover";
import { type Filters, formatTimeFilter } from "./filters";

const fetchForm = () => import("./time-form").then((module) => module.TimeForm);
const prefetchForm = () => prefetch(fetchForm);

interface TimeFilterProps {
  filters: Filters;
  onChange: (changes: Pick<Filters, "from" | "to">) => void;
}

/** Filter by payment time, to the minute, in Lagos time. */
export function TimeFilter({ filters, onChange }: TimeFilterProps) {
  return (
    <Popover
      label="Time"
      align="end"
      className="w-72 p-3"
      trigger={
        <FilterChip
          label="Time"
          chosen={formatTimeFilter(filters)}
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
            filters,
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
