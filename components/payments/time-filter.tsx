"use client";

import { useState } from "react";
import { formatMinute, lagosDay } from "@/lib/core/format/format-date";
import { Button } from "../ui/forms/button";
import { TextField } from "../ui/forms/field";
import { FilterChip } from "../ui/forms/filter-chip";
import { Popover } from "../ui/overlays/popover";
import { type Filters, formatTimeFilter } from "./filters";

/** Formats a moment for a `datetime-local` field, in Lagos time. */
const toLocalInput = (moment?: string) => (moment ? `${lagosDay(moment)}T${formatMinute(moment)}` : "");
const parseLocalInput = (local: string) => (local ? new Date(`${local}:00+01:00`).toISOString() : undefined);

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
        />
      }
    >
      {(close) => (
        <TimeForm
          filters={filters}
          onSubmit={(changes) => {
            close();
            onChange(changes);
          }}
        />
      )}
    </Popover>
  );
}

function TimeForm({ filters, onSubmit }: { filters: Filters; onSubmit: TimeFilterProps["onChange"] }) {
  const [from, setFrom] = useState(toLocalInput(filters.from));
  const [to, setTo] = useState(toLocalInput(filters.to));
  const isBackwards = Boolean(from && to && to <= from);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBackwards) onSubmit({ from: parseLocalInput(from), to: parseLocalInput(to) });
      }}
    >
      <TextField
        label="From"
        type="datetime-local"
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        label="Until"
        type="datetime-local"
        error={isBackwards ? "Must be later than From." : undefined}
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button type="submit" tone="primary">
        Show these
      </Button>
    </form>
  );
}
