"use client";

import { useDeferredValue, useState } from "react";
import { formatCountWithNoun } from "@/lib/core/format/count";
import { Banner } from "../shared/layout/banner";
import { EmptyState } from "../shared/layout/empty";
import { asApiError } from "../shared/requests/api";
import { useAnnounce } from "../ui/browser/live-region";
import { Skeleton } from "../ui/display/skeleton";
import { Button } from "../ui/forms/button";
import { SearchField } from "../ui/forms/input";
import { AccountList } from "./account-list";
import { searchAccounts } from "./api";
import { useAccountChoices } from "./use-accounts";

interface AccountChoicesProps {
  connectionId: string;
  value: string | undefined;
  onChange: (accountNumber: string) => void;
}

/** The accounts at the bank of a connection, with a search over all of them. */
export function AccountChoices({ connectionId, value, onChange }: AccountChoicesProps) {
  const [text, setText] = useState("");
  const searchText = useDeferredValue(text.trim());
  const query = useAccountChoices(connectionId, searchText !== "");
  const { data, error, refetch, isFetching, isFetchingNextPage, hasNextPage } = query;
  const accounts = data?.pages.flatMap((page) => page.accounts);
  const found = accounts && searchAccounts(accounts, searchText);
  const isSearching = searchText !== "" && hasNextPage;
  useAnnounce(found && !isFetching ? formatCountWithNoun(found.length, "account") : "");
  const unlisted = data?.pages[0]?.unlisted_reason;
  if (unlisted) return <Banner title="The accounts cannot be listed.">{unlisted}</Banner>;
  if (error && !accounts) return <ListFailed error={error} onRetry={() => refetch()} isBusy={isFetching} />;
  if (!found || !accounts) return <LoadingList />;
  if (accounts.length === 0 && !hasNextPage)
    return (
      <EmptyState title="The bank lists no accounts" className="py-8">
        Open one at the bank first, or ask the operator of the service.
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-2">
      <SearchField
        aria-label="Search accounts"
        placeholder="Number, bank or name"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <AccountList accounts={found} value={value} onChange={onChange} />
      {found.length === 0 && !isSearching && (
        <p className="py-4 text-center text-body text-ink-3">No account at the bank matches.</p>
      )}
      {error && <ListFailed error={error} onRetry={() => query.fetchNextPage()} isBusy={isFetching} />}
      {isSearching && !error && <p className="py-2 text-body text-ink-3">Searching the bank's list…</p>}
      {searchText === "" && hasNextPage && !error && (
        <Button busy={isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}

function LoadingList() {
  return (
    <div role="status" aria-label="Loading the bank's accounts" className="flex flex-col gap-2">
      <Skeleton className="h-8" />
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
    </div>
  );
}

interface ListFailedProps {
  error: unknown;
  isBusy: boolean;
  onRetry: () => void;
}

function ListFailed({ error, isBusy, onRetry }: ListFailedProps) {
  return (
    <Banner
      tone="red"
      urgent
      title="The bank's accounts did not load."
      aside={
        <Button size="small" busy={isBusy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {asApiError(error).detail}
    </Banner>
  );
}
