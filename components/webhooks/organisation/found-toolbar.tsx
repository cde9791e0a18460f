import type { ReactNode } from "react";
import { keysOf } from "@/lib/core/keys";
import { EVENT_TYPES } from "@/lib/core/transaction";
import { OUTCOMES, SEARCH_PERIODS } from "@/lib/webhooks/labels";
import { CardHead } from "../../shared/layout/card";
import { FilterMenu } from "../../shared/tables/filter-menu";
import { SearchBox } from "../../shared/tables/search-box";
import type { OrganisationEndpointJson } from "../api";
import { endpointName } from "../endpoints/endpoint-name";
import type { DeliveryFilters } from "./search-filters";
import * as texts from "./texts";

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
    <CardHead title={texts.deliveries}>
      <SearchBox
        aria-label={texts.searchDeliveries}
        placeholder={texts.deliveryPaymentOrEventId}
        boxClassName="w-60 max-md:order-last max-md:w-full"
        text={q}
        onSearch={onSearch}
      />
      <FilterMenu
        label={texts.outcome}
        chosen={outcome}
        options={keysOf(OUTCOMES).map((value) => ({ value, label: OUTCOMES[value] }))}
        onChange={(value) => onChange({ outcome: value })}
      />
      {endpoints.length > 0 && (
        <FilterMenu
          label={texts.endpoint}
          chosen={endpoint}
          options={endpoints.map((one) => ({ value: one.id, label: endpointName(one) }))}
          onChange={(value) => onChange({ endpoint: value })}
        />
      )}
      <FilterMenu
        label={texts.type}
        chosen={type}
        options={EVENT_TYPES.map((value) => ({ value, label: value }))}
        onChange={(value) => onChange({ type: value })}
      />
      <FilterMenu
        label={texts.period}
        chosen={period}
        options={keysOf(SEARCH_PERIODS).map((value) => ({ value, label: SEARCH_PERIODS[value].label }))}
        onChange={(value) => onChange({ period: value })}
      />
      {children}
    </CardHead>
  );
}
