import { formatPayerName } from "@/lib/core/format/payer-format";
import { Instant } from "../../shared/format/instant";
import { Naira } from "../../shared/format/money";
import { StatusCell } from "../../shared/format/status";
import { Card } from "../../shared/layout/card";
import { Fact } from "../../ui/display/fact";
import { Link } from "../../ui/display/link";
import { CopyButton } from "../../ui/feedback/copy-button";
import type { DeliveryJson } from "../api";

/** The facts of a delivery: what it reports, about which payment, and where it is sent. */
export function DeliveryFacts({ delivery }: { delivery: DeliveryJson }) {
  return (
    <Card aria-label="Facts">
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-2 px-4 py-3.5 text-body">
        <Fact name="Event">
          <code className="font-mono text-meta">{delivery.event_type}</code>
        </Fact>
        <Subject delivery={delivery} />
        <Fact name="Sent to">
          {delivery.endpoint_name && <bdi className="mr-2 font-medium">{delivery.endpoint_name}</bdi>}
          <span className="inline-flex max-w-full items-center gap-1">
            <code className="min-w-0 break-all font-mono text-meta">{delivery.url}</code>
            <CopyButton text={delivery.url} name="the endpoint's address" />
          </span>
        </Fact>
        <Fact name="Recorded">
          <Instant at={delivery.created_at} as="full" className="whitespace-normal" />
        </Fact>
        <Fact name="Time in UTC">
          <code className="font-mono text-meta">{delivery.created_at}</code>
        </Fact>
        {!delivery.may_replay && (
          <Fact name="Replay">Its endpoint was removed: it cannot be sent again.</Fact>
        )}
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
        <Fact name="About">
          <code className="break-all font-mono text-meta">{delivery.subject_id}</code>
        </Fact>
        <Fact name="Reported as">{delivery.subject_state}</Fact>
      </>
    );
  return (
    <>
      <Fact name="Payment">
        <Link
          href={`/events/${sessionId}?payment=${transactionId}`}
          className="break-all font-mono text-meta underline max-md:py-3"
        >
          {transactionId}
        </Link>
      </Fact>
      {delivery.transaction_status && (
        <Fact name="Reported as">
          <StatusCell status={delivery.transaction_status} />
        </Fact>
      )}
      {amount && (
        <Fact name="Amount">
          <Naira amount={amount} size="row" />
        </Fact>
      )}
      <Fact name="Payer">{formatPayerName(payer ?? "") || "–"}</Fact>
    </>
  );
}
