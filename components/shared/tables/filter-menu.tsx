import type { ReactNode } from "react";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { FilterChip } from "../../ui/forms/filter-chip";
import { DropdownMenu, MenuItem } from "../../ui/overlays/dropdown-menu";

interface FilterOption<Value extends string> {
  value: Value;
  label: string;
  /** Shown at the end of the item, such as a count. */
  note?: ReactNode;
}

interface FilterMenuProps<Value extends string> {
  label: string;
  chosen: Value | undefined;
  options: readonly FilterOption<Value>[];
  onChange: (value: Value | undefined) => void;
}

/** A filter with one value: a chip that opens the menu of its values and clears the chosen one. */
export function FilterMenu<Value extends string>({
  label,
  chosen,
  options,
  onChange,
}: FilterMenuProps<Value>) {
  const text =
    chosen && (options.find(({ value }) => value === chosen)?.label ?? stripInvisibleCharacters(chosen));
  return (
    <DropdownMenu
      label={label}
      trigger={<FilterChip label={label} chosen={text} onClear={() => onChange(undefined)} />}
    >
      {options.map((option) => (
        <MenuItem key={option.value} onSelect={() => onChange(option.value)}>
          {option.label}
          {option.note !== undefined && <span className="figures ml-auto text-ink-3">{option.note}</span>}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
