"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { formatCount, formatCountWithNoun } from "@/lib/core/format/count";
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
        title="Expected payments"
        note="Orders of your platform, matched with payments by reference or by a reserved amount"
        brief={formatCountWithNoun(countAll(counts), "order")}
        actions={null}
      />
      <Card aria-label="Expected payments">
        <CardHead title={formatCountWithNoun(countAll(counts), "order")}>
          <SearchBox
            aria-label="Search expected payments"
            placeholder="Reference or payer"
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
                title="The expected payments did not load"
                error={query.error}
                onRetry={() => void query.refetch()}
              />
            )
          }
          empty={<NoneYet />}
          noneFound={
            (status || q) && (
              <NoMatch title="No results" clearLabel="Show all" onClear={clear}>
                They are found by a part of the reference or of the payer's name.
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
      label="Status"
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
    <EmptyState title="No expected payments">
      Your platform creates them with <code className="font-mono">POST /v1/expected-payments</code>: an amount
      and a reference that the payer puts in the narration.
    </EmptyState>
  );
}
