"use client";

import { type ReactNode, useState } from "react";
import { ListFilter, Pause, Play, Search } from "@/components/ui/icons/icons";
import { SearchBox } from "../shared/tables/search-box";
import { TimeFilter } from "../shared/tables/time-filter";
import type { CheckOption } from "../ui/check-menu/check-list";
import { CheckMenu } from "../ui/check-menu/check-menu";
import { cn } from "../ui/display/cn";
import { Button } from "../ui/forms/button";
import { FilterChip } from "../ui/forms/filter-chip";
import { BarLabel } from "./bar-label";
import { type FilterName, type Filters, parseFilterValues } from "./filters";
import * as texts from "./texts";

export type FilterChoices = Record<
  "status" | "channel" | "terminal" | "operator" | "order",
  readonly CheckOption[]
>;

interface ToolbarProps {
  title: ReactNode;
  filters: Filters;
  onFilter: (changes: Filters) => void;
  onSearch: (text: string) => void;
  choices: FilterChoices;
  isPaused: boolean;
  /** Undefined if no payments arrive. */
  onPause: (() => void) | undefined;
  /** Additional buttons at the end. */
  children?: ReactNode;
}

const CHIPS = [
  ["status", texts.status],
  ["channel", texts.channel],
  ["terminal", texts.terminal],
  ["operator", texts.operator],
  ["order", texts.order],
] as const satisfies readonly (readonly [FilterName, string])[];

/**
 * Toolbar of the payment list: summary, search and filters, which collapse behind two buttons on narrow
 * screens. While a filter is set the summary is longer, so the search field and the two buttons at the end give way to the
 * names of the filters.
 */
export function PaymentsToolbar(props: ToolbarProps) {
  const { title, filters, isPaused, onPause, children } = props;
  const [open, setOpen] = useState({ search: Boolean(filters.q), filter: false });
  const set = CHIPS.filter(([name]) => filters[name]).length + (filters.from || filters.to ? 1 : 0);
  const PauseIcon = isPaused ? Play : Pause;
  return (
    <div className="@container/bar group/bar px-4 py-2" data-filtered={set > 0 || filters.q ? "" : undefined}>
      <div className="flex flex-wrap items-center justify-end gap-2 @min-[980px]/bar:flex-nowrap">
        <div className="mr-auto shrink-0 max-md:min-w-0 max-md:shrink">{title}</div>
        <search
          className={cn(
            "w-64 min-w-28 shrink-99999 max-md:order-last max-md:w-full",
            !open.search && "max-md:hidden",
          )}
        >
          <SearchBox
            size="small"
            boxClassName="w-full"
            aria-label={texts.findPayments}
            placeholder={texts.payerNarrationReferenceAmount}
            text={filters.q ?? ""}
            onSearch={props.onSearch}
          />
        </search>
        <div className="hidden min-w-0 items-center gap-2 @min-[980px]/bar:flex">
          <Chips {...props} />
        </div>
        <Toggle
          label={texts.search}
          icon={Search}
          isOpen={open.search}
          onPress={() => setOpen({ ...open, search: !open.search })}
          className="md:hidden"
        />
        <Toggle
          label={texts.filter}
          icon={ListFilter}
          count={set}
          isOpen={open.filter}
          onPress={() => setOpen({ ...open, filter: !open.filter })}
          className="@min-[980px]/bar:hidden"
        />
        {children}
        {onPause && (
          <Button
            size="small"
            className="max-md:hidden"
            aria-keyshortcuts="p"
            aria-pressed={isPaused}
            onClick={onPause}
          >
            <PauseIcon aria-hidden />
            <BarLabel>{isPaused ? texts.resume : texts.pause}</BarLabel>
          </Button>
        )}
      </div>
      {open.filter && (
        <div className="flex flex-wrap gap-2 pt-2 @min-[980px]/bar:hidden">
          <Chips {...props} />
        </div>
      )}
    </div>
  );
}

function Chips({ filters, onFilter, choices }: ToolbarProps) {
  return (
    <>
      {CHIPS.map(([name, label]) => {
        const chosen = parseFilterValues(filters[name]);
        const names = choices[name].filter(({ value }) => chosen.includes(value));
        const words = names.map((choice) => choice.label.replace(`${label} `, "")).join(", ");
        return (
          <CheckMenu
            key={name}
            label={label}
            options={choices[name]}
            chosen={chosen}
            onChange={(values) => onFilter({ [name]: values.join(",") || undefined })}
            trigger={
              <FilterChip
                label={label}
                chosen={chosen.length > 0 ? words || texts.chosen(chosen.length) : undefined}
                onClear={() => onFilter({ [name]: undefined })}
              />
            }
          />
        );
      })}
      <TimeFilter range={filters} onChange={onFilter} />
    </>
  );
}

interface ToggleProps {
  label: string;
  icon: typeof Search;
  count?: number;
  isOpen: boolean;
  onPress: () => void;
  className?: string;
}

function Toggle({ label, icon: Icon, count = 0, isOpen, onPress, className }: ToggleProps) {
  return (
    <Button
      size="small"
      aria-label={count > 0 ? texts.filterWithCount(label, count) : label}
      aria-expanded={isOpen}
      className={cn("max-md:w-11 max-md:border-0 max-md:px-0 max-md:shadow-none", className)}
      onClick={onPress}
    >
      <Icon aria-hidden className="max-md:size-5" />
      <span aria-hidden className="max-md:hidden">
        {label}
        {count > 0 && ` ${count}`}
      </span>
    </Button>
  );
}
