"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { ExpectedPaymentStatus } from "@/lib/core/transaction";
import { LiveHeader } from "../event-live/live-header";
import { useRefetchOnChange } from "../live-feed/refetch-on-change";
import { Card } from "../shared/layout/card";
import { EmptyState, NoMatch } from "../shared/layout/empty";
import { LoadFailed } from "../shared/layout/error-panel";
import { getJson } from "../shared/requests/api";
import { useQueryParams } from "../shared/requests/use-query-params";
import { ShowOlder } from "../shared/tables/show-older";
import { countAll, type ExpectedPaymentsJson, expectedPaymentsPath, parseStatus } from "./api";
import { ExpectedPaymentsTable } from "./expected-payments-table";
import { ExpectedSummary } from "./expected-summary";
import { ExpectedToolbar } from "./expected-toolbar";
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

type List = ReturnType<typeof useExpectedPayments>;

/** The payments that a platform expects for an event, with their statuses. They are created through the API. */
export function ExpectedPaymentsView(props: ViewProps) {
  const { sessionId, initial } = props;
  const list = useExpectedPayments(props);
  const { totals } = list.first ?? initial;
  return (
    <div className="pb-6">
      <LiveHeader
        sessionId={sessionId}
        title={texts.expectedPayments}
        note={texts.ordersMatchedWithPayments}
        brief={texts.countOrders(countAll(totals))}
        actions={null}
      />
      <div className="flex flex-col gap-3">
        <ExpectedSummary totals={totals} />
        <ExpectedToolbar
          sessionId={sessionId}
          totals={totals}
          status={list.status}
          q={list.q}
          onSearch={(text) => list.address.adjust({ q: text })}
        />
        <Card aria-label={texts.expectedPayments}>
          <Orders list={list} />
          <ShowOlder query={list.query} />
        </Card>
      </div>
    </div>
  );
}

function Orders({ list: { address, status, q, query, rows } }: { list: List }) {
  const clear = () => address.go({ status: undefined, q: undefined });
  return (
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
            {q ? texts.foundByReferenceOrPayer : texts.noOrderHasThisStatus}
          </NoMatch>
        )
      }
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
