"use client";

import { useDeferredValue, useState } from "react";
import { Banner } from "../shared/layout/banner";
import { EmptyState } from "../shared/layout/empty";
import { asApiError } from "../shared/requests/api";
import { useAnnounce } from "../ui/browser/live-region";
import { Skeleton } from "../ui/display/skeleton";
import { Button } from "../ui/forms/button";
import { SearchField } from "../ui/forms/input";
import { AccountList } from "./account-list";
import { searchAccounts } from "./api";
import * as texts from "./late-texts";
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
  useAnnounce(found && !isFetching ? texts.countAccounts(found.length) : "");
  const unlisted = data?.pages[0]?.unlisted_reason;
  if (unlisted) return <Banner title={texts.theAccountsCannotBeListed}>{unlisted}</Banner>;
  if (error && !accounts) return <ListFailed error={error} onRetry={() => refetch()} isBusy={isFetching} />;
  if (!found || !accounts) return <LoadingList />;
  if (accounts.length === 0 && !hasNextPage)
    return (
      <EmptyState title={texts.theBankListsNoAccounts} className="py-8">
        {texts.openOneAtTheBank}
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-2">
      <SearchField
        aria-label={texts.searchAccounts}
        placeholder={texts.numberBankOrName}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <AccountList accounts={found} value={value} onChange={onChange} />
      {found.length === 0 && !isSearching && (
        <p className="py-4 text-center text-body text-ink-3">{texts.noAccountAtTheBankMatches}</p>
      )}
      {error && <ListFailed error={error} onRetry={() => query.fetchNextPage()} isBusy={isFetching} />}
      {isSearching && !error && <p className="py-2 text-body text-ink-3">{texts.searchingTheBanksList}</p>}
      {searchText === "" && hasNextPage && !error && (
        <Button busy={isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {texts.showMore}
        </Button>
      )}
    </div>
  );
}

function LoadingList() {
  return (
    <div role="status" aria-label={texts.loadingTheBanksAccounts} className="flex flex-col gap-2">
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
      title={texts.theBanksAccountsDidNotLoad}
      aside={
        <Button size="small" busy={isBusy} onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      }
    >
      {asApiError(error).detail}
    </Banner>
  );
}
