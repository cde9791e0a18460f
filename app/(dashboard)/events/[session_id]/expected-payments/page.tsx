import type { Metadata } from "next";
import { z } from "zod";
import { ExpectedPaymentsSkeleton } from "@/components/expected-payments/expected-payments-skeleton";
import { ExpectedPaymentsView } from "@/components/expected-payments/expected-payments-view";
import { findExpectedPayments } from "@/lib/expected-payments";
import { ExpectedPaymentsPage, ExpectedPaymentsPageQuery } from "@/lib/expected-payments/contract";
import { requirePagePermission } from "../../../page-auth";
import { type EventPageProps, getQuery, orNotFound, requireSessionId } from "../../../page-params";
import * as texts from "../../../texts";
import { withSkeleton } from "../../../with-skeleton";

export const metadata: Metadata = { title: texts.expectedPayments };

async function ExpectedPaymentsOfEvent(props: EventPageProps) {
  const member = await requirePagePermission("see_events");
  const sessionId = await requireSessionId(props.params);
  const query = ExpectedPaymentsPageQuery.safeParse(await getQuery(props.searchParams)).data;
  const { status, q } = query ?? {};
  const page = await orNotFound(findExpectedPayments(member, sessionId, { status, q }));
  return (
    <ExpectedPaymentsView
      sessionId={sessionId}
      initial={z.encode(ExpectedPaymentsPage, page)}
      asked={{ status, q: q?.trim() ?? "" }}
    />
  );
}

export default withSkeleton(ExpectedPaymentsOfEvent, <ExpectedPaymentsSkeleton />);
