"use client";

import { Naira } from "../shared/format/money";
import { Card, CardHead } from "../shared/layout/card";
import { Link } from "../ui/display/link";
import { DecideButtons } from "./decide-buttons";
import * as texts from "./late-texts";
import { useRefundQueue } from "./use-refunds";

/** The organisation's refunds that wait for a second person; nothing if there are none. */
export function RefundQueueCard() {
  const { data } = useRefundQueue();
  if (!data || data.refunds.length === 0) return null;
  return (
    <Card aria-label={texts.refundsToApprove}>
      <CardHead title={texts.refundsToApprove} count={data.refunds.length} />
      <ul>
        {data.refunds.map((refund) => (
          <li key={refund.id} className="border-edge border-t px-4 py-3">
            <p className="flex justify-between gap-2 font-medium">
              <Link href={`/events/${refund.session_id}?payment=${refund.transaction_id}`}>
                {refund.event}
              </Link>
              <Naira amount={refund.amount} size="row" />
            </p>
            <p className="break-words text-ink-2">{refund.reason}</p>
            <p className="text-ink-3 text-meta">{texts.requestedBy(refund.requested_by)}</p>
            <DecideButtons refund={refund} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
