import { useId } from "react";
import { formatCollectionAccount, stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { cn } from "../ui/display/cn";
import type { AccountChoiceJson } from "./api";
import * as texts from "./late-texts";

interface AccountListProps {
  accounts: readonly AccountChoiceJson[];
  /** The chosen account's number. */
  value: string | undefined;
  onChange: (accountNumber: string) => void;
}

/**
 * The accounts as a radio group, which scrolls so that the search and an error below stay in view. An account that cannot
 * be chosen shows the reason.
 */
export function AccountList({ accounts, value, onChange }: AccountListProps) {
  const group = useId();
  return (
    <div
      role="radiogroup"
      aria-label={texts.accountsAtTheBank}
      className="-mx-2 flex max-h-[45dvh] flex-col overflow-y-auto"
    >
      {accounts.map((account) => (
        <Account
          key={account.account_number}
          account={account}
          group={group}
          isChosen={account.account_number === value}
          onChoose={() => onChange(account.account_number)}
        />
      ))}
    </div>
  );
}

/** Returns why an account cannot be chosen; `undefined` if it can. */
function describeObstacle({ status, event_name: event }: AccountChoiceJson): string | undefined {
  if (status === "closed") return texts.closedAtTheBank;
  return status === "in_use"
    ? texts.inUseBy(stripInvisibleCharacters(event ?? texts.anotherEvent))
    : undefined;
}

interface AccountProps {
  account: AccountChoiceJson;
  group: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Account({ account, group, isChosen, onChoose }: AccountProps) {
  const { account_number, bank_name, name } = account;
  const obstacle = describeObstacle(account);
  return (
    <label
      className={cn(
        "flex min-h-13 shrink-0 items-center gap-3 rounded-chip px-2 py-1.5 text-body has-focus-visible:outline-2 has-focus-visible:outline-brand has-focus-visible:-outline-offset-2",
        obstacle ? "text-ink-3" : "cursor-pointer hover:bg-subtle",
        isChosen && "bg-subtle",
      )}
    >
      <input
        type="radio"
        name={group}
        className="size-4 shrink-0 accent-primary outline-none"
        disabled={obstacle !== undefined}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="figures font-semibold">{formatCollectionAccount(account_number)}</span>
          <span>{bank_name}</span>
        </span>
        <span className="block break-words text-ink-3 text-meta">
          {[stripInvisibleCharacters(name), obstacle].filter(Boolean).join(" · ")}
        </span>
      </span>
    </label>
  );
}
