import type { ReactNode } from "react";
import { formatRange } from "@/lib/core/format/format-date";
import { formatCollectionAccount, stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { EventJson } from "../event-live/header/event-header";
import { Instant } from "../shared/format/instant";
import { Card, CardHead } from "../shared/layout/card";
import { Fact } from "../ui/display/fact";
import { Link } from "../ui/display/link";
import { CopyButton } from "../ui/feedback/copy-button";
import * as texts from "./texts";

/** Name, venue and planned times, for members who may not change them. */
export function EventFacts({ event }: { event: EventJson }) {
  const { name, venue, starts_at: start, ends_at: end } = event;
  return (
    <Card aria-label={texts.eventLabel}>
      <CardHead title={texts.eventLabel} />
      <dl className="grid grid-cols-[minmax(6rem,10rem)_minmax(0,1fr)] gap-x-4 gap-y-2.5 border-edge border-t px-4 py-4 text-body">
        <Fact name={texts.name}>{stripInvisibleCharacters(name)}</Fact>
        <Fact name={texts.venue}>{venue ? stripInvisibleCharacters(venue) : texts.noVenueGiven}</Fact>
        <Fact name={texts.time}>{formatRange(start, end) || texts.noTimeGiven}</Fact>
      </dl>
    </Card>
  );
}

interface FixedFactProps {
  name: string;
  children: ReactNode;
  /** What the value's copy button copies, and its name; absent: no button. */
  copy?: { text: string; name: string };
}

/** One entry of a `<dl>` in one column: the name above its value. */
function FixedFact({ name, children, copy }: FixedFactProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5">
      <dt className="col-span-2 text-ink-3 text-meta">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
      {copy && (
        <dd>
          <CopyButton {...copy} className="-my-1" />
        </dd>
      )}
    </div>
  );
}

/** What an event was opened with and keeps: reference, account, terminals; and where its webhook address is changed. */
export function FixedFacts({ event, maySeeWebhooks }: { event: EventJson; maySeeWebhooks: boolean }) {
  const { session_id: sessionId, external_event_id: reference, collection_account: account } = event;
  return (
    <Card aria-label={texts.setWhenItWasOpened}>
      <CardHead title={texts.setWhenItWasOpened} />
      <dl className="divide-y divide-edge border-edge border-t text-body">
        <FixedFact name={texts.reference} copy={{ text: reference, name: texts.theReference }}>
          <span className="break-all font-mono">{stripInvisibleCharacters(reference)}</span>
        </FixedFact>
        {account ? (
          <>
            <FixedFact
              name={texts.account}
              {...(event.status === "active" && {
                copy: { text: account.account_number, name: texts.theAccountNumber },
              })}
            >
              <span className="figures font-semibold">{formatCollectionAccount(account.account_number)}</span>{" "}
              {account.bank_name}
            </FixedFact>
            <FixedFact name={texts.namePayersSee}>
              {stripInvisibleCharacters(event.name_payers_see || account.account_name)}
            </FixedFact>
          </>
        ) : (
          <FixedFact name={texts.account}>{texts.noAccount}</FixedFact>
        )}
        <FixedFact name={texts.terminals}>
          {event.terminal_count === 0 ? texts.none : texts.countTerminals(event.terminal_count)}
        </FixedFact>
        <FixedFact name={texts.mode}>{event.mode === "test" ? texts.test : texts.live}</FixedFact>
        <FixedFact name={texts.opened}>
          <Instant at={event.created_at} as="day-time" />
        </FixedFact>
        <FixedFact name={texts.webhookAddress}>
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 break-all">{event.webhook_host ?? texts.none}</span>
            {maySeeWebhooks && (
              <Link
                href={`/events/${sessionId}/webhooks`}
                className="inline-flex min-h-6 items-center text-brand underline underline-offset-2 max-md:min-h-11"
              >
                {texts.changeItUnderWebhooks}
              </Link>
            )}
          </span>
        </FixedFact>
      </dl>
    </Card>
  );
}
