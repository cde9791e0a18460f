import type { ReactNode } from "react";
import { EVENT_TYPES } from "@/lib/core/transaction";
import { OUTCOMES, SEARCH_PERIODS } from "@/lib/webhooks/labels";
import { CardHead } from "../../shared/layout/card";
import { SearchBox } from "../../shared/tables/search-box";
import { FilterChip } from "../../ui/forms/filter-chip";
import { DropdownMenu, MenuItem } from "../../ui/overlays/dropdown-menu";
import type { OrganisationEndpointJson } from "../api";
import { endpointName } from "../endpoints/endpoint-name";
import type { DeliveryFilters } from "./search-filters";

interface FoundToolbarProps {
  filters: DeliveryFilters;
  endpoints: readonly OrganisationEndpointJson[];
  onChange: (changes: Record<string, string | undefined>) => void;
  onSearch: (q: string) => void;
  /** Buttons at the end. */
  children: ReactNode;
}

/** The title of the list and its filters: text, outcome, endpoint, type and period. */
export function FoundToolbar({ filters, endpoints, onChange, onSearch, children }: FoundToolbarProps) {
  const { q, outcome, endpoint, type, period } = filters;
  return (
    <CardHead title="Deliveries">
      <SearchBox
        aria-label="Search deliveries"
        placeholder="Delivery, payment or event id"
        boxClassName="w-60 max-md:order-last max-md:w-full"
        text={q}
        onSearch={onSearch}
      />
      <Filter
        label="Outcome"
        name="outcome"
        chosen={outcome}
        options={Object.entries(OUTCOMES)}
        onChange={onChange}
      />
      <Filter
        label="Endpoint"
        name="endpoint"
        chosen={endpoint}
        options={endpoints.map((one) => [one.id, endpointName(one)] as const)}
        onChange={onChange}
      />
      <Filter
        label="Type"
        name="type"
        chosen={type}
        options={EVENT_TYPES.map((one) => [one, one] as const)}
        onChange={onChange}
      />
      <Filter
        label="Period"
        name="period"
        chosen={period}
        options={Object.entries(SEARCH_PERIODS).map(([value, { label }]) => [value, label] as const)}
        onChange={onChange}
      />
      {children}
    </CardHead>
  );
}

interface FilterProps {
  label: string;
  /** Its parameter in the URL. */
  name: string;
  chosen: string | undefined;
  /** The values with their labels. */
  options: readonly (readonly [string, string])[];
  onChange: FoundToolbarProps["onChange"];
}

function Filter({ label, name, chosen, options, onChange }: FilterProps) {
  if (options.length === 0) return null;
  return (
    <DropdownMenu
      label={label}
      trigger={
        <FilterChip
          label={label}
          chosen={chosen && (options.find(([value]) => value === chosen)?.[1] ?? chosen)}
          onClear={() => onChange({ [name]: undefined })}
        />
      }
    >
      {options.map(([value, text]) => (
        <MenuItem key={value} onSelect={() => onChange({ [name]: value })}>
          {text}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
