import { formatCountWithNoun } from "@/lib/core/format/count";
import { formatRange } from "@/lib/core/format/format-date";
import { formatCollectionAccount, stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { EventJson } from "../event-live/event-header";
import { Instant } from "../shared/format/instant";
import { Card, CardHead } from "../shared/layout/card";
import { Fact } from "../ui/display/fact";
import { Link } from "../ui/display/link";
import { CopyButton } from "../ui/feedback/copy-button";

/** Name, venue and planned times, for members who may not change them. */
export function EventFacts({ event }: { event: EventJson }) {
  const { name, venue, starts_at: start, ends_at: end } = event;
  return (
    <Card aria-label="Event">
      <CardHead title="Event" />
      <dl className="grid grid-cols-[minmax(6rem,10rem)_minmax(0,1fr)] gap-x-4 gap-y-2.5 border-edge border-t px-5 py-4 text-body max-md:px-4">
        <Fact name="Name">{stripInvisibleCharacters(name)}</Fact>
        <Fact name="Venue">{venue ? stripInvisibleCharacters(venue) : "No venue given"}</Fact>
        <Fact name="Time">{formatRange(start, end) || "No time given"}</Fact>
      </dl>
    </Card>
  );
}

/** What an event was opened with and keeps: reference, account, terminals; and where its webhook address is changed. */
export function FixedFacts({ event, maySeeWebhooks }: { event: EventJson; maySeeWebhooks: boolean }) {
  const { session_id: sessionId, external_event_id: reference, collection_account: account } = event;
  return (
    <Card aria-label="Set when it was opened">
      <CardHead title="Set when it was opened" />
      <dl className="grid grid-cols-[minmax(6rem,10rem)_minmax(0,1fr)] gap-x-4 gap-y-2.5 border-edge border-t px-5 py-4 text-body max-md:px-4">
        <Fact name="Reference">
          <span className="flex items-center gap-2">
            <span className="min-w-0 break-all font-mono">{stripInvisibleCharacters(reference)}</span>
            <CopyButton text={reference} name="the reference" />
          </span>
        </Fact>
        <Fact name="Account">
          {account ? (
            <>
              {account.bank_name}{" "}
              <span className="figures font-semibold">{formatCollectionAccount(account.account_number)}</span>
            </>
          ) : (
            "No account"
          )}
        </Fact>
        {account && (
          <Fact name="Account name">
            {stripInvisibleCharacters(event.name_payers_see || account.account_name)}
          </Fact>
        )}
        <Fact name="Terminals">
          {event.terminal_count === 0 ? "None" : formatCountWithNoun(event.terminal_count, "terminal")}
        </Fact>
        <Fact name="Mode">{event.mode === "test" ? "Test" : "Live"}</Fact>
        <Fact name="Opened">
          <Instant at={event.created_at} as="day-time" />
        </Fact>
        <Fact name="Webhook address">
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 break-all">{event.webhook_host ?? "None"}</span>
            {maySeeWebhooks && (
              <Link
                href={`/events/${sessionId}/webhooks`}
                className="inline-flex min-h-6 items-center text-brand underline underline-offset-2 max-md:min-h-11"
              >
                Change it under Webhooks
              </Link>
            )}
          </span>
        </Fact>
      </dl>
    </Card>
  );
}
