import { formatFull } from "@/lib/core/format-date";
import { payerName, stripInvisibleCharacters } from "@/lib/core/payer";
import type { EventWire } from "../event-live/event-header";
import { channelLook } from "../shared/channel";
import { Naira } from "../shared/money";
import { timeLabel } from "../shared/status";
import { MessageCard } from "../shell/message-card";
import { Button } from "../ui/button";
import { Link } from "../ui/link";
import type { DetailWire } from "./payment-facts";
import { Paper } from "./print-sheet";

/** Why a payment has no receipt. */
const NO_RECEIPT = {
  pending: "It is pending: its bank has not said yet that the money was received.",
  failed: "It failed: no money was received.",
};

/** One payment on paper, for who made it. Only money that was received has a receipt. */
export function Receipt({ event, detail }: { event: EventWire; detail: DetailWire }) {
  const { payment } = detail;
  if (payment.status !== "successful")
    return (
      <MessageCard
        title="This payment has no receipt"
        action={
          <Button asChild>
            <Link href={`/events/${event.session_id}?payment=${payment.id}`}>See the payment</Link>
          </Button>
        }
      >
        {NO_RECEIPT[payment.status]}
      </MessageCard>
    );
  const facts = [
    ["Payer", payerName(payment.sender_name)],
    [
      "Bank",
      [payment.bank_name, payment.account_tail && `•• ${payment.account_tail}`].filter(Boolean).join(" "),
    ],
    [timeLabel(payment.status), formatFull(payment.paid_at)],
    ["By", [channelLook(payment.channel).name, payment.terminal_label].filter(Boolean).join(", ")],
    ["For", stripInvisibleCharacters(payment.narration)],
    ["Bank reference", detail.bank_ref],
    ["Payment", payment.id],
  ];
  return (
    <Paper
      title="Receipt"
      lines={[stripInvisibleCharacters(event.name), event.venue && stripInvisibleCharacters(event.venue)]}
    >
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-2">
        <span className="text-section">Received</span>
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
