import type { ReactNode } from "react";
import { BookOpen, type IconType, Landmark } from "@/components/ui/icons/icons";
import { formatPayerName } from "@/lib/core/format/payer-format";
import { channelStyle } from "../shared/format/channel";
import { Instant } from "../shared/format/instant";
import { Naira } from "../shared/format/money";
import { timeLabel } from "../shared/format/status";
import { cn } from "../ui/display/cn";
import { Link } from "../ui/display/link";
import type { ExceptionJson } from "./api";
import * as texts from "./texts";

type PaymentDetails = NonNullable<ExceptionJson["notification"]>;
type ExceptionEvent = NonNullable<ExceptionJson["event"]>;

/** The bank notification next to the recorded payment, if there is one, field by field. */
export function ExceptionComparison({ exception }: { exception: ExceptionJson }) {
  const { ledger, notification, provider } = exception;
  return (
    <div className={cn("grid gap-3", ledger && "sm:grid-cols-2")}>
      {ledger && (
        <Side icon={BookOpen} title={texts.ourLedger}>
          <Facts
            details={ledger}
            event={exception.recorded_in}
            last={[
              texts.payment,
              <code key="id" className="break-all font-mono">
                {ledger.transaction_id}
              </code>,
            ]}
          />
        </Side>
      )}
      <Side icon={Landmark} title={texts.theBanksNotification}>
        {notification ? (
          <Facts
            details={notification}
            last={[texts.from, <ProviderName key="from" provider={provider} />]}
            event={exception.event}
          />
        ) : exception.recorded_amount !== null || exception.amount !== "0.00" ? (
          <FactList
            facts={[
              [texts.amount, <Naira key="amount" amount={exception.amount} size="row" />],
              [texts.from, <ProviderName key="from" provider={provider} />],
              [texts.itSays, exception.detail],
            ]}
          />
        ) : (
          <p className="text-body text-ink-3">
            {texts.itCameFrom}
            <ProviderName provider={provider} />
            {texts.andContainsNoReadablePayment}
          </p>
        )}
      </Side>
      {!ledger && <p className="text-body text-ink-3">{texts.notRecordedYet}</p>}
    </div>
  );
}

function Side({ icon: Icon, title, children }: { icon: IconType; title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-edge p-4">
      <h3 className="mb-2 flex items-center gap-2 font-semibold text-body">
        <Icon aria-hidden strokeWidth={1.75} className="size-4 text-ink-3" />
        {title}
      </h3>
      {children}
    </section>
  );
}

interface FactsProps {
  details: PaymentDetails;
  /** The event that received the money, or that has it. */
  event: ExceptionJson["event"];
  last: [string, ReactNode];
}

function Facts({ details, event, last }: FactsProps) {
  const account = details.account_last_four && `•• ${details.account_last_four}`;
  const facts: [string, ReactNode][] = [
    [texts.eventLabel, event ? <EventName key="event" event={event} /> : texts.none],
    [texts.amount, <Naira key="amount" amount={details.amount} size="row" />],
    [texts.payer, formatPayerName(details.payer) || "–"],
    [texts.bank, [details.bank, account].filter(Boolean).join(" ") || "–"],
    [texts.channel, channelStyle(details.channel).short],
    [
      texts.status,
      <span key="status" className="capitalize">
        {details.status}
      </span>,
    ],
    [
      timeLabel(details.status),
      details.paid_at ? <Instant key="paid" at={details.paid_at} as="day-time" /> : "–",
    ],
    [texts.narration, details.narration || "–"],
    [
      texts.reference,
      <code key="reference" className="font-mono">
        {details.reference || "–"}
      </code>,
    ],
    last,
  ];
  return <FactList facts={facts} />;
}

/** The event with its close, so that a late payment can be judged. */
function EventName({ event: { session_id: id, name, closed_at: closedAt } }: { event: ExceptionEvent }) {
  return (
    <>
      <Link className="underline underline-offset-2" href={`/events/${id}`}>
        {name}
      </Link>
      {closedAt && (
        <span className="block text-ink-3 text-meta">
          {texts.closed}
          <Instant at={closedAt} as="day-time" />
        </span>
      )}
    </>
  );
}

function ProviderName({ provider }: { provider: string }) {
  return <span className="capitalize">{provider}</span>;
}

function FactList({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-y-1.5 text-body">
      {facts.map(([name, fact]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="min-w-0 break-words">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
