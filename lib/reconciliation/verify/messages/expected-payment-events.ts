import { formatKobo, type Kobo } from "@/lib/core/money";
import type { RowOf } from "@/lib/db/rows";
import type { webhookDeliveries } from "@/lib/db/schema";
import { ExpectedPaymentUpdated } from "@/lib/expected-payments/contract";
import { inScope, type Run, readPages } from "../difference";

const PAGE = 5_000;

type Row = RowOf<typeof webhookDeliveries, "sessionId" | "id" | "subjectId" | "subjectState" | "body"> & {
  /** Values of the expected payment, if it has the event's owner; null if there is none. */
  amountPaid: Kobo | null;
  paymentCount: number | null;
};

/**
 * Compares each event `expected_payment.updated` with its expected payment: the event's owner, id, session and state, and
 * the sum if it has not changed since. The sums of earlier states cannot be derived.
 */
export async function expectedPaymentEvents(run: Run): Promise<void> {
  for await (const page of readPages<Row>(run, (last) => readPage(run, last)))
    run.report(
      page
        .filter((row) => !isDerivable(row))
        .map(({ sessionId, id, subjectId, subjectState, amountPaid, paymentCount }) => ({
          ...{ sessionId, what: `event ${id} of ${subjectId}`, kept: subjectState ?? "no state" },
          derived:
            amountPaid === null ? "no expected payment" : `${formatKobo(amountPaid)} in ${paymentCount}`,
        })),
    );
}

function isDerivable({ sessionId, subjectId, subjectState, body, amountPaid, paymentCount }: Row): boolean {
  if (amountPaid === null || paymentCount === null) return false;
  const event = parse(body);
  if (!event || event.session_id !== sessionId) return false;
  const { id, session_id, status, payment_count: count, amount_paid: sum } = event.data;
  if (id !== subjectId || session_id !== sessionId || `${status} ${count}` !== subjectState) return false;
  return count === paymentCount ? sum === formatKobo(amountPaid) : count < paymentCount;
}

function parse(body: string) {
  try {
    const event = ExpectedPaymentUpdated.safeDecode(JSON.parse(body));
    return event.success ? { ...event.data, data: JSON.parse(body).data } : undefined;
  } catch {
    return undefined;
  }
}

function readPage(run: Run, last: Row | undefined) {
  return run.db.sql<Row[]>`
    select c.session_id, c.id, c.subject_id, c.subject_state, c.body, e.amount_paid, e.payment_count
    from webhook_deliveries c
    left join lateral (select * from expected_payments where id = c.subject_id offset 0) e
      on e.session_id = c.session_id and e.organisation_id = c.organisation_id and e.mode = c.mode
    where ${inScope(run)} and c.event_type = 'expected_payment.updated'
      and (c.session_id, c.id) > (${last?.sessionId ?? ""}, ${last?.id ?? ""})
    order by c.session_id, c.id limit ${PAGE}`;
}
