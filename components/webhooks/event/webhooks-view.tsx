"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Send } from "@/components/ui/icons/late-icons";
import { toKeyOf } from "@/lib/core/keys";
import { type DeliveryOutcome, OUTCOMES } from "@/lib/webhooks/labels";
import { ClosedChip } from "../../shared/format/event-phase";
import { Card } from "../../shared/layout/card";
import { EmptyState, NoMatch } from "../../shared/layout/empty";
import { LoadFailed } from "../../shared/layout/error-panel";
import { PageHeader } from "../../shared/layout/page-header";
import { getJson } from "../../shared/requests/api";
import { useQueryParams } from "../../shared/requests/use-query-params";
import { rowSteps } from "../../shared/tables/row-steps";
import { ShowOlder } from "../../shared/tables/show-older";
import { Link } from "../../ui/display/link";
import { Button } from "../../ui/forms/button";
import type { DeliveriesJson, ResponseTimesJson, WebhookStatusJson } from "../api";
import { DeliveryDrawer } from "../delivery/delivery-drawer";
import { DeliveriesCard } from "./deliveries-card";
import { DeliveryRatePanel, ResponseTimesPanel } from "./delivery-rate";
import { ChangeUrlButton, EndpointCard } from "./endpoint-card";
import { ReplayFailed } from "./replay-failed";
import * as texts from "./texts";

interface WebhooksViewProps {
  sessionId: string;
  isClosed: boolean;
  /** Whether it is a test event, to which a test payment can be sent. */
  isTest: boolean;
  mayReplay: boolean;
  mayReveal: boolean;
  mayManageKeys: boolean;
  mayManageEndpoints: boolean;
  /** Data read while rendering on the server. */
  status: WebhookStatusJson;
  deliveries: DeliveriesJson;
  times: ResponseTimesJson;
  /** Filters that `deliveries` were read with. */
  asked: { outcome: DeliveryOutcome | undefined; q: string | undefined };
}

/** Refetch interval of the page. */
const REFETCH_MS = 5_000;
const TIMES_REFETCH_MS = 30_000;

/** Deliveries by the filters in the URL, page by page. */
function useDeliveries({ sessionId, deliveries, asked }: WebhooksViewProps) {
  const address = useQueryParams();
  const outcome = toKeyOf(OUTCOMES, address.get("outcome"));
  const q = address.get("q")?.trim() ?? "";
  const isAsked = outcome === asked.outcome && q === (asked.q?.trim() ?? "");
  const query = useInfiniteQuery({
    queryKey: ["session", sessionId, "deliveries", outcome ?? "", q],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams({
        ...(outcome && { outcome }),
        ...(q && { q }),
        ...(pageParam && { before: pageParam }),
      });
      return getJson<DeliveriesJson>(`/api/dashboard/sessions/${sessionId}/deliveries?${search}`, signal);
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    // Refetch only while just the first page is loaded: older pages must not move while being read.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) > 1 ? false : REFETCH_MS),
    ...(isAsked && { initialData: { pages: [deliveries], pageParams: [""] } }),
  });
  return { address, outcome, q, query, rows: query.data?.pages.flatMap(({ rows }) => rows) };
}

/** Queries the status and the response times of the webhook endpoint, starting with the page's data. */
function useEndpointState({ sessionId, ...initial }: WebhooksViewProps) {
  const base = `/api/dashboard/sessions/${sessionId}`;
  const status = useQuery({
    queryKey: ["session", sessionId, "webhooks"],
    queryFn: ({ signal }) => getJson<WebhookStatusJson>(`${base}/webhooks`, signal),
    initialData: initial.status,
    refetchInterval: REFETCH_MS,
  });
  const times = useQuery({
    queryKey: ["session", sessionId, "webhook-times"],
    queryFn: ({ signal }) => getJson<ResponseTimesJson>(`${base}/webhooks/times`, signal),
    initialData: initial.times,
    refetchInterval: TIMES_REFETCH_MS,
  });
  return { status, times };
}

/** The webhook endpoint of an event, its health, and all its deliveries. */
export function WebhooksView(props: WebhooksViewProps) {
  const { sessionId, mayReplay, mayManageKeys, mayManageEndpoints } = props;
  const client = useQueryClient();
  const { status, times } = useEndpointState(props);
  const { endpoint } = status.data;
  const refresh = () => void client.invalidateQueries({ queryKey: ["session", sessionId] });
  return (
    <>
      <PageHeader
        title={texts.webhooks}
        badge={props.isClosed && <ClosedChip />}
        meta={[endpoint ? texts.everyPaymentIsSentTo(hostOf(endpoint.url)) : texts.noWebhookSetUp]}
        actions={
          props.isTest &&
          mayManageKeys &&
          !props.isClosed && (
            <Button asChild>
              <Link href="/developers/test">
                <Send aria-hidden />
                {texts.sendTestEvent}
              </Link>
            </Button>
          )
        }
      />
      {endpoint ? (
        <div className="grid grid-cols-1 gap-3 pb-6">
          <Card
            aria-label={texts.endpoint}
            className="grid grid-cols-1 divide-edge max-md:divide-y md:grid-cols-[13rem_minmax(0,1fr)] @min-[900px]/page:grid-cols-[minmax(0,1fr)_13rem_minmax(0,22rem)] @min-[900px]/page:divide-x"
          >
            <EndpointCard
              sessionId={sessionId}
              endpoint={endpoint}
              status={status.data}
              mayReplay={mayReplay}
              mayManageKeys={mayManageKeys}
              mayManageEndpoints={mayManageEndpoints}
              onChanged={refresh}
            />
            <DeliveryRatePanel status={status.data} />
            <ResponseTimesPanel times={times.data} />
          </Card>
          <Deliveries {...props} status={status.data} onChanged={refresh} />
        </div>
      ) : (
        <NoEndpoint
          action={
            mayManageEndpoints && (
              <ChangeUrlButton sessionId={sessionId} current={undefined} waiting={0} onChanged={refresh} />
            )
          }
        />
      )}
    </>
  );
}

function NoEndpoint({ action }: { action: ReactNode }) {
  return (
    <Card>
      <EmptyState title={texts.thisEventHasNoWebhookAddress} action={action}>
        {texts.itWasOpenedWithout}
        <code className="font-mono">{texts.webhookUrl}</code>
        {texts.soNoWebhooksAreSent}
      </EmptyState>
    </Card>
  );
}

const hostOf = (url: string) => new URL(url).host;

function Deliveries(props: WebhooksViewProps & { onChanged: () => void }) {
  const { sessionId, mayReplay, mayReveal, status, onChanged } = props;
  const hasFailed = status.failed_count > 0;
  const { address, outcome, q, query, rows } = useDeliveries(props);
  const { go } = address;
  const open = address.get("delivery");
  const openDelivery = (id: string | undefined) => go({ delivery: id });
  const clear = () => go({ q: undefined, outcome: undefined });
  return (
    <>
      <DeliveriesCard
        rows={rows}
        count={q || outcome ? undefined : status.due_count}
        outcome={outcome}
        q={q}
        selected={open}
        onOutcome={(next) => go({ outcome: next })}
        onSearch={(text) => address.adjust({ q: text })}
        onOpen={openDelivery}
        actions={mayReplay && hasFailed && <ReplayFailed sessionId={sessionId} onReplayed={onChanged} />}
        failed={
          query.isError &&
          !rows && (
            <LoadFailed
              title={texts.theDeliveriesDidNotLoad}
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          )
        }
        empty={<EmptyState title={texts.nothingSentYet}>{texts.theFirstPaymentIsSent}</EmptyState>}
        noneFound={
          (q || outcome) && (
            <NoMatch title={texts.noResults} clearLabel={texts.clearTheFilters} onClear={clear}>
              {texts.searchForAWholeId}
            </NoMatch>
          )
        }
        more={<ShowOlder query={query} />}
      />
      {open && (
        <DeliveryDrawer
          sessionId={sessionId}
          deliveryId={open}
          mayReplay={mayReplay}
          mayReveal={mayReveal}
          onClose={() => openDelivery(undefined)}
          {...rowSteps(
            rows?.map(({ id }) => id),
            open,
            openDelivery,
          )}
          onReplayed={onChanged}
        />
      )}
    </>
  );
}
