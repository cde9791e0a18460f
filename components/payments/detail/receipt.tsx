import { formatFull } from "@/lib/core/format/format-date";
import { formatPayerName, stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { EventJson } from "../../event-live/header/event-header";
import type { ProfileJson } from "../../settings/profile/use-profile";
import { channelStyle } from "../../shared/format/channel";
import { Naira } from "../../shared/format/money";
import { timeLabel } from "../../shared/format/status";
import { MessageCard } from "../../shell/errors/message-card";
import { Link } from "../../ui/display/link";
import { Button } from "../../ui/forms/button";
import { PrintPage } from "../print/print-sheet";
import * as texts from "./late-texts";
import type { PaymentDetailJson } from "./payment-details";

/** Why a payment has no receipt, by status. */
const NO_RECEIPT = {
  pending: texts.itIsPending,
  failed: texts.itFailedNoMoneyWasReceived,
};

interface ReceiptProps {
  profile: ProfileJson;
  event: EventJson;
  detail: PaymentDetailJson;
}

/** Printable receipt of a payment for its payer; only for successful payments. */
export function Receipt({ profile, event, detail }: ReceiptProps) {
  const { payment } = detail;
  if (payment.status !== "successful")
    return (
      <MessageCard
        title={texts.thisPaymentHasNoReceipt}
        action={
          <Button asChild>
            <Link href={`/events/${event.session_id}?payment=${payment.id}`}>{texts.seeThePayment}</Link>
          </Button>
        }
      >
        {NO_RECEIPT[payment.status]}
      </MessageCard>
    );
  const facts = [
    [texts.payer, formatPayerName(payment.sender_name)],
    [
      texts.bank,
      [payment.bank_name, payment.account_tail && `•• ${payment.account_tail}`].filter(Boolean).join(" "),
    ],
    [timeLabel(payment.status), formatFull(payment.paid_at)],
    [texts.byLabel, [channelStyle(payment.channel).name, payment.terminal_label].filter(Boolean).join(", ")],
    [texts.forLabel, stripInvisibleCharacters(payment.narration)],
    [texts.bankReference, detail.bank_ref],
    [texts.payment, payment.id],
  ];
  return (
    <PrintPage
      profile={profile}
      title={texts.receipt}
      lines={[stripInvisibleCharacters(event.name), event.venue && stripInvisibleCharacters(event.venue)]}
    >
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-2">
        <span className="text-section">{texts.received}</span>
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
    </PrintPage>
  );
}
