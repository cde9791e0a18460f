import { BookOpen, Landmark, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { payerName } from "@/lib/core/payer";
import { channelLook } from "../shared/channel";
import { Instant } from "../shared/instant";
import { Naira } from "../shared/money";
import { timeLabel } from "../shared/status";
import { cn } from "../ui/cn";
import type { ExceptionWire } from "./wire";

type Told = NonNullable<ExceptionWire["notice"]>;

/** What the bank told, and beside it, where the payment is recorded, what our books have, fact by fact. */
export function ExceptionSides({ exception }: { exception: ExceptionWire }) {
  const { books, notice, provider } = exception;
  return (
    <div className={cn("grid gap-3", books && "sm:grid-cols-2")}>
      {books && (
        <Side icon={BookOpen} title="Our books">
          <Facts
            told={books}
            last={[
              "Payment",
              <code key="id" className="break-all font-mono">
                {books.transaction_id}
              </code>,
            ]}
          />
        </Side>
      )}
      <Side icon={Landmark} title="The bank’s notice">
        {notice ? (
          <Facts told={notice} last={["From", <ProviderName key="from" provider={provider} />]} />
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
            It came from <ProviderName provider={provider} /> and tells of no payment that can be read.
          </p>
        )}
      </Side>
      {!books && <p className="text-body text-ink-3">Nothing of it is in our books.</p>}
    </div>
  );
}

function Side({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
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

function Facts({ told, last }: { told: Told; last: [string, ReactNode] }) {
  const account = told.account_last_four && `•• ${told.account_last_four}`;
  const facts: [string, ReactNode][] = [
    ["Amount", <Naira key="amount" amount={told.amount} size="row" />],
    ["Payer", payerName(told.payer) || "–"],
    ["Bank", [told.bank, account].filter(Boolean).join(" ") || "–"],
    ["Channel", channelLook(told.channel).short],
    [
      "Status",
      <span key="status" className="capitalize">
        {told.status}
      </span>,
    ],
    [timeLabel(told.status), told.paid_at ? <Instant key="paid" at={told.paid_at} as="day-time" /> : "–"],
    ["Narration", told.narration || "–"],
    [
      "Reference",
      <code key="reference" className="font-mono">
        {told.reference || "–"}
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
