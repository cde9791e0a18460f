import { formatPayerName } from "@/lib/core/format/payer-format";
import { Instant } from "../../shared/format/instant";
import { Naira } from "../../shared/format/money";
import { StatusCell } from "../../shared/format/status";
import { Card } from "../../shared/layout/card";
import { Fact } from "../../ui/display/fact";
import { Link } from "../../ui/display/link";
import { CopyButton } from "../../ui/feedback/copy-button";
import type { DeliveryJson } from "../api";
import * as texts from "./texts";

/** The facts of a delivery: what it reports, about which payment, and where it is sent. */
export function DeliveryFacts({ delivery }: { delivery: DeliveryJson }) {
  return (
    <Card aria-label={texts.facts}>
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-2 px-4 py-3.5 text-body">
        <Fact name={texts.eventLabel}>
          <code className="font-mono text-meta">{delivery.event_type}</code>
        </Fact>
        <Subject delivery={delivery} />
        <Fact name={texts.sentTo}>
          {delivery.endpoint_name && <bdi className="mr-2 font-medium">{delivery.endpoint_name}</bdi>}
          <span className="inline-flex max-w-full items-center gap-1">
            <code className="min-w-0 break-all font-mono text-meta">{delivery.url}</code>
            <CopyButton text={delivery.url} name={texts.theEndpointsAddress} />
          </span>
        </Fact>
        <Fact name={texts.recorded}>
          <Instant at={delivery.created_at} as="full" className="whitespace-normal" />
        </Fact>
        <Fact name={texts.timeInUtc}>
          <code className="font-mono text-meta">{delivery.created_at}</code>
        </Fact>
        {!delivery.may_replay && <Fact name={texts.replay}>{texts.itsEndpointWasRemoved}</Fact>}
      </dl>
    </Card>
  );
}

/** The payment that a delivery reports; what else it is about for an event of another type. */
function Subject({ delivery }: { delivery: DeliveryJson }) {
  const { session_id: sessionId, transaction_id: transactionId, payer, amount } = delivery;
  if (!transactionId)
    return (
      <>
        <Fact name={texts.about}>
          <code className="break-all font-mono text-meta">{delivery.subject_id}</code>
        </Fact>
        <Fact name={texts.reportedAs}>{delivery.subject_state}</Fact>
      </>
    );
  return (
    <>
      <Fact name={texts.payment}>
        <Link
          href={`/events/${sessionId}?payment=${transactionId}`}
          className="break-all font-mono text-meta underline max-md:py-3"
        >
          {transactionId}
        </Link>
      </Fact>
      {delivery.transaction_status && (
        <Fact name={texts.reportedAs}>
          <StatusCell status={delivery.transaction_status} />
        </Fact>
      )}
      {amount && (
        <Fact name={texts.amount}>
          <Naira amount={amount} size="row" />
        </Fact>
      )}
      <Fact name={texts.payer}>{formatPayerName(payer ?? "") || "–"}</Fact>
    </>
  );
}
