import { Landmark } from "lucide-react";
import type { ReactNode } from "react";
import type { z } from "zod";
import { formatRange } from "@/lib/core/format-date";
import { groupAccount, stripInvisibleCharacters } from "@/lib/core/payer";
import type { EventHead } from "@/lib/sessions/contract";
import { PhaseChip } from "../shared/event-phase";
import { PageHeader } from "../shared/page-header";
import { CopyButton } from "../ui/copy-button";

export type EventWire = z.input<typeof EventHead>;

interface AccountProps {
  account: NonNullable<EventWire["collection_account"]>;
  isOpen: boolean;
}

/** What people pay into, to be copied; once the event is closed, what they paid into. */
function Account({ account, isOpen }: AccountProps) {
  if (!isOpen)
    return (
      <span data-wide="" className="figures flex items-center gap-1.5">
        <Landmark aria-hidden className="size-3.5" />
        Was paid into {account.bank_name} {groupAccount(account.account_number)}
      </span>
    );
  return (
    <span data-wide="" className="flex items-center gap-1.5">
      <Landmark aria-hidden className="size-3.5" />
      {account.bank_name}
      <span className="figures font-semibold text-ink">{groupAccount(account.account_number)}</span>
      <CopyButton text={account.account_number} name="account number" className="-my-1 size-6 max-md:-my-3" />
    </span>
  );
}

/** Which event, whether it is open, and what people pay into. */
export function EventHeader({ event, actions }: { event: EventWire; actions: ReactNode }) {
  const when = formatRange(event.starts_at, event.ends_at);
  return (
    <PageHeader
      brief={event.status === "active"}
      title={stripInvisibleCharacters(event.name)}
      badge={<PhaseChip event={event} />}
      meta={[
        when,
        event.venue && stripInvisibleCharacters(event.venue),
        event.collection_account && (
          <Account account={event.collection_account} isOpen={event.status === "active"} />
        ),
      ]}
      actions={actions}
    />
  );
}
