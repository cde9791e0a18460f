"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { EXCEPTION_KINDS, type ExceptionKind } from "@/lib/exceptions/labels";
import { useIsClosed, useRefetchOnChange } from "../event-live/refetch-on-change";
import { asApiError, getJson } from "../shared/api";
import { ErrorPanel } from "../shared/error-panel";
import { MoneyHead } from "../shared/money-head";
import { SERVER_ERROR_TEXT } from "../shared/server-error-text";
import { useQueryParams } from "../shared/use-query-params";
import { Button } from "../ui/button";
import { BooksStrip } from "./books-strip";
import { ExceptionDrawer } from "./exception-drawer";
import { ExceptionsCard, type QueueState } from "./exceptions-card";
import { Totals } from "./totals";
import type { BooksWire, ExceptionsWire, NamedTerminal, SettlementWire } from "./wire";

interface ReconciliationViewProps {
  sessionId: string;
  isClosed: boolean;
  mayResolve: boolean;
  terminals: readonly NamedTerminal[];
  /** As the page was read on the server. */
  books: BooksWire;
  settlement: SettlementWire;
  exceptions: ExceptionsWire;
  /** Of which queue `exceptions` are. */
  asked: { state: QueueState; kind: ExceptionKind | undefined };
}

const kindOf = (text = ""): ExceptionKind | undefined =>
  text in EXCEPTION_KINDS ? (text as ExceptionKind) : undefined;

/** The queue that the address names, page after page. */
function useQueue({ sessionId, exceptions, asked }: ReconciliationViewProps) {
  const address = useQueryParams();
  const state: QueueState = address.get("state") === "resolved" ? "resolved" : "open";
  const kind = kindOf(address.get("kind"));
  const isAsked = state === asked.state && kind === asked.kind;
  const query = useInfiniteQuery({
    queryKey: ["session", sessionId, "exceptions", state, kind ?? ""],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams({
        state,
        ...(kind && { kind }),
        ...(pageParam && { before: pageParam }),
      });
      return getJson<ExceptionsWire>(`/api/dashboard/sessions/${sessionId}/exceptions?${search}`, signal);
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    ...(isAsked && { initialData: { pages: [exceptions], pageParams: [""] } }),
  });
  return { address, state, kind, query, rows: query.data?.pages.flatMap(({ rows }) => rows) };
}

/** The books of an event, what needs a person, and who decides on it. */
export function ReconciliationView(props: ReconciliationViewProps) {
  const { sessionId } = props;
  const base = `/api/dashboard/sessions/${sessionId}`;
  const books = useQuery({
    queryKey: ["session", sessionId, "books"],
    queryFn: ({ signal }) => getJson<BooksWire>(`${base}/reconciliation`, signal),
    initialData: props.books,
  });
  const settlement = useQuery({
    queryKey: ["session", sessionId, "settlement"],
    queryFn: ({ signal }) => getJson<SettlementWire>(`${base}/settlement`, signal),
    initialData: props.settlement,
  });
  useRefetchOnChange(sessionId, Math.min(books.data.version, settlement.data.version));
  const isClosed = useIsClosed(sessionId, props.isClosed);
  return (
    <>
      <MoneyHead page="reconciliation" isClosed={isClosed} asOf={books.data.reconciled_at} />
      <div className="grid grid-cols-1 gap-3 pb-6" data-version={books.data.version}>
        <BooksStrip books={books.data} settlement={settlement.data} />
        <Queue {...props} />
        <Totals books={books.data} terminals={props.terminals} />
      </div>
    </>
  );
}

function Queue(props: ReconciliationViewProps) {
  const { sessionId, mayResolve } = props;
  const { address, state, kind, query, rows } = useQueue(props);
  const client = useQueryClient();
  const open = address.get("exception");
  const openOne = (id: string | undefined) => address.go({ exception: id });
  const place = rows?.findIndex(({ id }) => id === open) ?? -1;
  const step = (by: number) => {
    const next = place < 0 ? undefined : rows?.[place + by]?.id;
    return next && (() => openOne(next));
  };
  return (
    <>
      <ExceptionsCard
        page={query.data?.pages.at(-1)}
        rows={rows}
        state={state}
        kind={kind}
        selected={open}
        failed={query.isError && !rows && <QueueFailed error={query.error} onRetry={() => query.refetch()} />}
        onState={(next) => address.go({ state: next === "open" ? undefined : next })}
        onKind={(next) => address.go({ kind: next })}
        onOpen={openOne}
        more={
          query.hasNextPage && (
            <div className="border-edge border-t p-3 text-center">
              <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                Show older
              </Button>
            </div>
          )
        }
      />
      {open && (
        <ExceptionDrawer
          sessionId={sessionId}
          exceptionId={open}
          known={rows?.[place]}
          mayResolve={mayResolve}
          onClose={() => openOne(undefined)}
          onPrevious={step(-1) || undefined}
          onNext={step(1) || undefined}
          onResolved={() => {
            openOne(undefined);
            void client.invalidateQueries({ queryKey: ["session", sessionId] });
          }}
        />
      )}
    </>
  );
}

function QueueFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorPanel
      title="The exceptions did not load"
      reference={asApiError(error).requestId}
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {SERVER_ERROR_TEXT}
    </ErrorPanel>
  );
}
