import type { ReactNode } from "react";
import type { z } from "zod";
import { Landmark } from "@/components/ui/icons/icons";
import { formatRange } from "@/lib/core/format/format-date";
import { formatCollectionAccount, stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { EventDetails } from "@/lib/sessions/contract";
import { AccountButton } from "../../accounts/account-button";
import { PhaseChip } from "../../shared/format/event-phase";
import { PageHeader } from "../../shared/layout/page-header";
import { CopyButton } from "../../ui/feedback/copy-button";
import * as texts from "./texts";

export type EventJson = z.input<typeof EventDetails>;

/** Whether the event is an open live one to which an account can be attached. */
export const hasNoAccount = ({ mode, status, collection_account: account }: EventJson): boolean =>
  mode === "live" && status === "active" && account === null;

interface AccountProps {
  event: EventJson;
  account: NonNullable<EventJson["collection_account"]>;
}

/** The collection account: to open and copy while the event is open, in the past tense once it is closed. */
function Account({ event, account }: AccountProps) {
  if (event.status !== "active")
    return (
      <span data-wide="" className="figures flex items-center gap-1.5">
        <Landmark aria-hidden className="size-3.5" />
        {texts.wasPaidInto(account.bank_name, formatCollectionAccount(account.account_number))}
      </span>
    );
  return (
    <span data-wide="" className="-my-1 flex items-center gap-1.5">
      <AccountButton isWide event={event} account={account} />
      <CopyButton
        text={account.account_number}
        name={texts.accountNumber}
        className="-my-1 size-6 max-md:-my-3"
      />
    </span>
  );
}

/** Header of an event: name, phase, time, venue and collection account. */
export function EventHeader({ event, actions }: { event: EventJson; actions: ReactNode }) {
  const when = formatRange(event.starts_at, event.ends_at);
  return (
    <PageHeader
      brief={event.status === "active"}
      title={stripInvisibleCharacters(event.name)}
      badge={<PhaseChip event={event} />}
      meta={[
        when,
        event.venue && stripInvisibleCharacters(event.venue),
        event.collection_account && <Account event={event} account={event.collection_account} />,
        hasNoAccount(event) && texts.noAccount,
      ]}
      actions={actions}
    />
  );
}
