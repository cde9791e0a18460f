import { formatFull } from "@/lib/core/lagos";
import { harmless, payerName } from "@/lib/core/payer";
import type { EventWire } from "../live/event-header";
import { channelLook } from "../shared/channel";
import { Naira } from "../shared/money";
import type { DetailWire } from "./payment-facts";
import { Paper } from "./print-sheet";

const STANDINGS = {
  successful: "Received",
  pending: "Pending: not received yet",
  failed: "Failed: not received",
};

/** One payment on paper, for who made it. */
export function Receipt({ event, detail }: { event: EventWire; detail: DetailWire }) {
  const { payment } = detail;
  const facts = [
    ["Payer", payerName(payment.sender_name)],
    [
      "Bank",
      [payment.bank_name, payment.account_tail && `•• ${payment.account_tail}`].filter(Boolean).join(" "),
    ],
    ["Paid", formatFull(payment.paid_at)],
    ["By", [channelLook(payment.channel).name, payment.terminal_label].filter(Boolean).join(", ")],
    ["For", harmless(payment.narration)],
    ["Bank reference", detail.bank_ref],
    ["Payment", payment.id],
  ];
  return (
    <Paper title="Receipt" lines={[harmless(event.name), event.venue && harmless(event.venue)]}>
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-2">
        <span className="text-section">{STANDINGS[payment.status]}</span>
        <Naira amount={payment.amount} size="hero" />
      </div>
      <dl className="mt-4 grid grid-cols-[140px_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="border-edge border-b py-1.5 text-ink-3">{name}</dt>
            <dd className="break-words border-edge border-b py-1.5">
              <bdi>{value || "–"}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
