"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { formatCount } from "@/lib/core/format/count";
import { EXPECTED_PAYMENT_STATUSES, type ExpectedPaymentStatus } from "@/lib/core/transaction";
import { LiveHeader } from "../event-live/live-header";
import { useRefetchOnChange } from "../live-feed/refetch-on-change";
import { Card, CardHead } from "../shared/layout/card";
import { EmptyState, NoMatch } from "../shared/layout/empty";
import { LoadFailed } from "../shared/layout/error-panel";
import { getJson } from "../shared/requests/api";
import { useQueryParams } from "../shared/requests/use-query-params";
import { FilterMenu } from "../shared/tables/filter-menu";
import { SearchBox } from "../shared/tables/search-box";
import { ShowOlder } from "../shared/tables/show-older";
import { type ExpectedPaymentsJson, expectedPaymentsPath, parseStatus, STATUS_NAMES } from "./api";
import { ExpectedPaymentsTable } from "./expected-payments-table";
import * as texts from "./texts";

interface ViewProps {
  sessionId: string;
  /** Data read while rendering on the server, and the filters that it was read with. */
  initial: ExpectedPaymentsJson;
  asked: { status: ExpectedPaymentStatus | undefined; q: string };
}

/** Expected payments by the filters in the URL, page by page. */
function useExpectedPayments({ sessionId, initial, asked }: ViewProps) {
  const address = useQueryParams();
  const status = parseStatus(address.get("status"));
  const q = address.get("q")?.trim() ?? "";
  const isAsked = status === asked.status && q === asked.q;
  const query = useInfiniteQuery({
    queryKey: ["session", sessionId, "expected-payments", status ?? "", q],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams({
        ...(status && { status }),
        ...(q && { q }),
        ...(pageParam && { before: String(pageParam) }),
      });
      return getJson<ExpectedPaymentsJson>(`${expectedPaymentsPath(sessionId)}?${search}`, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...(isAsked && { initialData: { pages: [initial], pageParams: [0] } }),
  });
  const first = query.data?.pages[0];
  useRefetchOnChange(sessionId, first?.version ?? initial.version);
  return { address, status, q, query, first, rows: query.data?.pages.flatMap(({ rows }) => rows) };
}

const countAll = (counts: ExpectedPaymentsJson["counts"]) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The payments that a platform expects for an event, with their statuses. They are created through the API. */
export function ExpectedPaymentsView(props: ViewProps) {
  const { address, status, q, query, first, rows } = useExpectedPayments(props);
  const { counts } = first ?? props.initial;
  const clear = () => address.go({ status: undefined, q: undefined });
  return (
    <div className="pb-6">
      <LiveHeader
        sessionId={props.sessionId}
        title={texts.expectedPayments}
        note={texts.ordersOfYourPlatformMatched}
        brief={texts.countOrders(countAll(counts))}
        actions={null}
      />
      <Card aria-label={texts.expectedPayments}>
        <CardHead title={texts.countOrders(countAll(counts))}>
          <SearchBox
            aria-label={texts.searchExpectedPayments}
            placeholder={texts.referenceOrPayer}
            boxClassName="w-64 max-md:order-last max-md:w-full"
            text={q}
            onSearch={(text) => address.adjust({ q: text })}
          />
          <StatusFilter counts={counts} status={status} onChange={(one) => address.go({ status: one })} />
        </CardHead>
        <ExpectedPaymentsTable
          rows={rows}
          failed={
            query.isError &&
            !rows && (
              <LoadFailed
                title={texts.theExpectedPaymentsDidNotLoad}
                error={query.error}
                onRetry={() => void query.refetch()}
              />
            )
          }
          empty={<NoneYet />}
          noneFound={
            (status || q) && (
              <NoMatch title={texts.noResults} clearLabel={texts.showAll} onClear={clear}>
                {texts.theyAreFoundByA}
              </NoMatch>
            )
          }
        />
        <ShowOlder query={query} />
      </Card>
    </div>
  );
}

interface StatusFilterProps {
  counts: ExpectedPaymentsJson["counts"];
  status: ExpectedPaymentStatus | undefined;
  onChange: (status: ExpectedPaymentStatus | undefined) => void;
}

function StatusFilter({ counts, status, onChange }: StatusFilterProps) {
  return (
    <FilterMenu
      label={texts.status}
      chosen={status}
      options={EXPECTED_PAYMENT_STATUSES.map((value) => ({
        value,
        label: STATUS_NAMES[value],
        note: formatCount(counts[value]),
      }))}
      onChange={onChange}
    />
  );
}

function NoneYet() {
  return (
    <EmptyState title={texts.noExpectedPayments}>
      {texts.yourPlatformCreatesThemWith}
      <code className="font-mono">{texts.postV1ExpectedPayments}</code>
      {texts.anAmountAndAReference}
    </EmptyState>
  );
}
