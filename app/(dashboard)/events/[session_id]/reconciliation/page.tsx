import type { Metadata } from "next";
import { z } from "zod";
import { ReconciliationView } from "@/components/reconciliation/reconciliation-view";
import { FiguresSkeleton } from "@/components/shared/skeletons/figures-skeleton";
import { roleHasPermission } from "@/lib/core/roles";
import { listOwnExceptions } from "@/lib/exceptions";
import { ExceptionsPage, ExceptionsQuery } from "@/lib/exceptions/contract";
import { summariseLedger } from "@/lib/reconciliation";
import { LedgerSummary } from "@/lib/reconciliation/contract";
import { summariseSettlementSheet } from "@/lib/settlement";
import { Settlement } from "@/lib/settlement/contract";
import { listTerminalsOverview } from "@/lib/terminals";
import { readEvent } from "../../../event";
import { requirePagePermission } from "../../../page-auth";
import { type EventPageProps, getQuery, orNotFound, requireSessionId } from "../../../page-params";
import * as texts from "../../../texts";
import { withSkeleton } from "../../../with-skeleton";

export const metadata: Metadata = { title: texts.reconciliation };

async function ReconciliationPage(props: EventPageProps) {
  const member = await requirePagePermission("see_money");
  const sessionId = await requireSessionId(props.params);
  const { kind, ...given } = await getQuery(props.searchParams);
  const query = ExceptionsQuery.safeParse({ ...given, reason: kind }).data;
  const { state = "open", reason } = query ?? {};
  const [event, ledger, settlement, exceptions, { terminals }] = await orNotFound(
    Promise.all([
      readEvent(member, sessionId),
      summariseLedger(member, sessionId),
      summariseSettlementSheet(member, sessionId),
      listOwnExceptions(member, sessionId, { state, reason }),
      listTerminalsOverview(member, sessionId),
    ]),
  );
  return (
    <ReconciliationView
      sessionId={sessionId}
      isClosed={event.status === "closed"}
      mayResolve={roleHasPermission(member.actor.role, "resolve_exceptions")}
      mayRefund={roleHasPermission(member.actor.role, "refund_payments")}
      terminals={terminals.map(({ terminal_id, label, location }) => ({ terminal_id, label, location }))}
      ledger={z.encode(LedgerSummary, ledger)}
      settlement={z.encode(Settlement, settlement)}
      exceptions={z.encode(ExceptionsPage, exceptions)}
      asked={{ state, reason }}
    />
  );
}

export default withSkeleton(
  ReconciliationPage,
  <FiguresSkeleton
    title={texts.reconciliation}
    figures={[texts.ourLedger, texts.settlement]}
    list={texts.exceptions}
    heads={[texts.whatIsWrong, texts.payer, texts.when, texts.amount]}
  />,
);
