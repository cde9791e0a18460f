import { ChevronDown } from "@/components/ui/icons/icons";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { keysOf } from "@/lib/core/keys";
import { LOGGED_METHODS, MAX_ERROR_COUNT, PERIODS, type Period } from "@/lib/request-log/contract";
import { FilterMenu } from "../shared/tables/filter-menu";
import { SearchBox } from "../shared/tables/search-box";
import { Button } from "../ui/forms/button";
import { Segmented } from "../ui/forms/segmented";
import { DropdownMenu, MenuItem } from "../ui/overlays/dropdown-menu";
import * as texts from "./texts";

/** A key that the list can be limited to. */
export interface KeyChoice {
  id: string;
  label: string;
}

/** The filters of the list, as in the page's URL. */
export interface RequestFilters {
  q: string;
  isErrors: boolean;
  method: string | undefined;
  key: string | undefined;
  period: Period;
}

interface RequestToolbarProps {
  filters: RequestFilters;
  keys: readonly KeyChoice[];
  /** The errors of the period; undefined while loading. */
  errorCount: number | undefined;
  onChange: (changes: Record<string, string | undefined>) => void;
  onSearch: (q: string) => void;
}

const formatErrors = (count: number) => (count >= MAX_ERROR_COUNT ? `${MAX_ERROR_COUNT - 1}+` : count);

/** The filters above the list: errors, text, method, key and period. */
export function RequestToolbar({ filters, keys, errorCount, onChange, onSearch }: RequestToolbarProps) {
  const { q, isErrors, method, key, period } = filters;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 px-4 py-2">
      <h2 className="sr-only">{texts.requestLog}</h2>
      <Segmented
        label={texts.whichRequests}
        className="mr-auto max-md:w-full"
        value={isErrors ? "error" : "all"}
        onChange={(value) => onChange({ outcome: value === "error" ? value : undefined })}
        choices={[
          { value: "all", label: texts.all },
          {
            value: "error",
            label: texts.errors,
            ...(errorCount !== undefined && { count: formatErrors(errorCount) }),
          },
        ]}
      />
      <SearchBox
        aria-label={texts.searchRequests}
        placeholder={texts.pathOrRequestId}
        boxClassName="w-60 max-md:w-full"
        text={q}
        onSearch={onSearch}
      />
      <FilterMenu
        label={texts.method}
        chosen={method}
        options={LOGGED_METHODS.map((value) => ({ value, label: value }))}
        onChange={(value) => onChange({ method: value })}
      />
      <FilterMenu
        label={texts.key}
        chosen={key}
        options={keys.map(({ id, label }) => ({ value: id, label: stripInvisibleCharacters(label) }))}
        onChange={(value) => onChange({ key: value })}
      />
      <DropdownMenu
        label={texts.period}
        align="end"
        trigger={
          <Button size="small">
            {PERIODS[period]}
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        {keysOf(PERIODS).map((one) => (
          <MenuItem key={one} onSelect={() => onChange({ period: one === "hour" ? undefined : one })}>
            {PERIODS[one]}
          </MenuItem>
        ))}
      </DropdownMenu>
    </div>
  );
}
