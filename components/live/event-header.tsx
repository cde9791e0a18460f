import { CircleSlash, Landmark, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { z } from "zod";
import { formatRange } from "@/lib/core/lagos";
import { groupAccount, harmless } from "@/lib/core/payer";
import type { EventHead } from "@/lib/sessions/contract";
import { PageHeader } from "../shared/page-header";
import { Chip } from "../ui/chip";
import { CopyButton } from "../ui/copy-button";

export type EventWire = z.input<typeof EventHead>;

function StandingChip({ phase, status }: Pick<EventWire, "phase" | "status">) {
  if (status === "closed") return <Chip icon={CircleSlash}>Closed</Chip>;
  if (phase === "past_end")
    return (
      <Chip tone="amber" icon={TriangleAlert}>
        Active, past its end
      </Chip>
    );
  return (
    <Chip tone="green" dot>
      Active
    </Chip>
  );
}

function Account({ account }: { account: NonNullable<EventWire["collection_account"]> }) {
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
      title={harmless(event.name)}
      badge={<StandingChip phase={event.phase} status={event.status} />}
      meta={[
        when,
        event.venue && harmless(event.venue),
        event.collection_account && <Account account={event.collection_account} />,
      ]}
      actions={actions}
    />
  );
}
