"use client";

import * as Popover from "radix-ui/popover";
import { useState } from "react";
import { formatMinute, lagosDay } from "@/lib/core/lagos";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { POPPED } from "../ui/dropdown-menu";
import { TextField } from "../ui/field";
import { FilterChip } from "../ui/filter-chip";
import { type Filters, wordsOfTime } from "./filters";

/** What a browser's field for day and time holds, in Lagos. */
const localOf = (moment?: string) => (moment ? `${lagosDay(moment)}T${formatMinute(moment)}` : "");
const momentOf = (local: string) => (local ? new Date(`${local}:00+01:00`).toISOString() : undefined);

interface TimeFilterProps {
  filters: Filters;
  onChange: (changes: Pick<Filters, "from" | "to">) => void;
}

/** The filter by when payments were made, to the minute, in Lagos. */
export function TimeFilter({ filters, onChange }: TimeFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const words = wordsOfTime(filters);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <FilterChip
          label="Time"
          chosen={words}
          onClear={() => onChange({ from: undefined, to: undefined })}
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Time"
          className={cn(POPPED, "w-72 p-3")}
        >
          <TimeForm
            filters={filters}
            onSubmit={(changes) => {
              setOpen(false);
              onChange(changes);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function TimeForm({ filters, onSubmit }: { filters: Filters; onSubmit: TimeFilterProps["onChange"] }) {
  const [from, setFrom] = useState(localOf(filters.from));
  const [to, setTo] = useState(localOf(filters.to));
  const isBackwards = Boolean(from && to && to <= from);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBackwards) onSubmit({ from: momentOf(from), to: momentOf(to) });
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
