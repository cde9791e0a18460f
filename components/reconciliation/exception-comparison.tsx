import type { ReactNode } from "react";
import { BookOpen, type IconType, Landmark } from "@/components/ui/icons/icons";
import { formatPayerName } from "@/lib/core/format/payer-format";
import { channelStyle } from "../shared/format/channel";
import { Instant } from "../shared/format/instant";
import { Naira } from "../shared/format/money";
import { timeLabel } from "../shared/format/status";
import { cn } from "../ui/display/cn";
import type { ExceptionJson } from "./api";

type PaymentDetails = NonNullable<ExceptionJson["notification"]>;

/** The bank notification next to the recorded payment, if there is one, field by field. */
export function ExceptionComparison({ exception }: { exception: ExceptionJson }) {
  const { ledger, notification, provider } = exception;
  return (
    <div className={cn("grid gap-3", ledger && "sm:grid-cols-2")}>
      {ledger && (
        <Side icon={BookOpen} title="Our ledger">
          <Facts
            details={ledger}
            last={[
              "Payment",
              <code key="id" className="break-all font-mono">
                {ledger.transaction_id}
              </code>,
            ]}
          />
        </Side>
      )}
      <Side icon={Landmark} title="The bank’s notification">
        {notification ? (
          <Facts details={notification} last={["From", <ProviderName key="from" provider={provider} />]} />
        ) : exception.recorded_amount !== null || exception.amount !== "0.00" ? (
          <FactList
            facts={[
              ["Amount", <Naira key="amount" amount={exception.amount} size="row" />],
              ["From", <ProviderName key="from" provider={provider} />],
              ["It says", exception.detail],
            ]}
          />
        ) : (
          <p className="text-body text-ink-3">
            It came from <ProviderName provider={provider} /> and contains no readable payment.
          </p>
        )}
      </Side>
      {!ledger && <p className="text-body text-ink-3">It is not in our ledger.</p>}
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

function Facts({ details, last }: { details: PaymentDetails; last: [string, ReactNode] }) {
  const account = details.account_last_four && `•• ${details.account_last_four}`;
  const facts: [string, ReactNode][] = [
    ["Amount", <Naira key="amount" amount={details.amount} size="row" />],
    ["Payer", formatPayerName(details.payer) || "–"],
    ["Bank", [details.bank, account].filter(Boolean).join(" ") || "–"],
    ["Channel", channelStyle(details.channel).short],
    [
      "Status",
      <span key="status" className="capitalize">
        {details.status}
      </span>,
    ],
    [
      timeLabel(details.status),
      details.paid_at ? <Instant key="paid" at={details.paid_at} as="day-time" /> : "–",
    ],
    ["Narration", details.narration || "–"],
    [
      "Reference",
      <code key="reference" className="font-mono">
        {details.reference || "–"}
      </code>,
    ],
    last,
  ];
  return <FactList facts={facts} />;
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
