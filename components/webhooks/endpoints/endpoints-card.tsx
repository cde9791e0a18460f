import type { ReactNode } from "react";
import { Plus } from "@/components/ui/icons/icons";
import { formatCount } from "@/lib/core/format/count";
import { useNow } from "../../shared/format/clock";
import { Card, CardHead } from "../../shared/layout/card";
import { EmptyState } from "../../shared/layout/empty";
import { type Column, DataTable } from "../../shared/tables/data-table";
import { RowOpener } from "../../shared/tables/table";
import { Button } from "../../ui/forms/button";
import type { OrganisationEndpointJson } from "../api";
import { HealthChip } from "../state/health-chip";
import { describeHealth } from "../state/health-line";
import { endpointName } from "./endpoint-name";
import { describeRate, sumBars, toHourBars } from "./health-hours";
import * as texts from "./texts";

interface EndpointsCardProps {
  endpoints: readonly OrganisationEndpointJson[];
  selected: string | undefined;
  failed: ReactNode;
  /** Opens the dialog for a new endpoint; undefined without the permission. */
  onAdd: (() => void) | undefined;
  onOpen: (id: string) => void;
}

/** Table of the organisation-wide webhook endpoints, oldest first. */
export function EndpointsCard({ endpoints, selected, failed, onAdd, onOpen }: EndpointsCardProps) {
  const add = onAdd && (
    <Button size="small" tone="primary" onClick={onAdd}>
      <Plus aria-hidden />
      {texts.addEndpoint}
    </Button>
  );
  return (
    <Card aria-label={texts.endpoints}>
      <CardHead
        title={texts.endpoints}
        count={endpoints.length > 0 ? formatCount(endpoints.length) : undefined}
      >
        {endpoints.length > 0 && add}
      </CardHead>
      <DataTable
        label={texts.endpoints}
        columns={columnsOf(onOpen)}
        rows={endpoints}
        rowKey={({ id }) => id}
        rowClassName="h-[50px]"
        selected={selected}
        failed={failed}
        empty={
          <EmptyState title={texts.noOrganisationWideEndpoint} className="py-8" action={add}>
            {texts.anEndpointReceivesThePayments}
          </EmptyState>
        }
        noneFound={undefined}
        asItem={(endpoint) => <Item endpoint={endpoint} onOpen={onOpen} />}
      />
    </Card>
  );
}

const columnsOf = (onOpen: (id: string) => void): Column<OrganisationEndpointJson>[] => [
  {
    key: "name",
    title: texts.endpoint,
    head: true,
    className: "w-full max-w-0",
    cell: (endpoint) => <EndpointName endpoint={endpoint} onOpen={onOpen} />,
  },
  {
    key: "events",
    title: texts.events,
    priority: 3,
    cell: ({ event_types: types }) =>
      types.map((type) => (
        <code key={type} className="block font-mono text-ink-2 text-meta">
          {type}
        </code>
      )),
  },
  {
    key: "health",
    title: texts.health,
    cell: (endpoint) => <HealthChip endpoint={endpoint} title={describeHealth(endpoint) || undefined} />,
  },
  {
    key: "day",
    title: <span className="whitespace-nowrap">{texts.delivered24H}</span>,
    priority: 2,
    className: "whitespace-nowrap",
    cell: (endpoint) => <LastDay endpoint={endpoint} />,
  },
  {
    key: "waiting",
    title: texts.waiting,
    end: true,
    priority: 2,
    cell: ({ waiting_count: waiting }) => <span className="figures">{formatCount(waiting)}</span>,
  },
];

interface EndpointNameProps {
  endpoint: OrganisationEndpointJson;
  onOpen: (id: string) => void;
}

function EndpointName({ endpoint, onOpen }: EndpointNameProps) {
  return (
    <span className="block min-w-0 py-1">
      <RowOpener className="block max-w-full truncate" onClick={() => onOpen(endpoint.id)}>
        {endpointName(endpoint)}
      </RowOpener>
      <code className="block truncate font-mono text-ink-3 text-meta" title={endpoint.url}>
        {endpoint.url}
      </code>
    </span>
  );
}

function LastDay({ endpoint: { hours } }: { endpoint: OrganisationEndpointJson }) {
  const bars = toHourBars(hours, useNow().getTime());
  return <span className="figures text-ink-2">{describeRate(sumBars(bars, 24))}</span>;
}

function Item({ endpoint, onOpen }: EndpointNameProps) {
  return (
    <div className="flex min-h-16 items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <EndpointName endpoint={endpoint} onOpen={onOpen} />
        <span className="text-ink-3 text-meta">
          <LastDay endpoint={endpoint} />
        </span>
      </div>
      <HealthChip endpoint={endpoint} title={describeHealth(endpoint) || undefined} />
    </div>
  );
}
