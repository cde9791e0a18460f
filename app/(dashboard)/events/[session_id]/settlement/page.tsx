import type { Metadata } from "next";
import { z } from "zod";
import { SettlementView } from "@/components/settlement/settlement-view";
import { FiguresSkeleton } from "@/components/shared/skeletons/figures-skeleton";
import { hasPermission } from "@/lib/core/scope";
import { summariseLedger } from "@/lib/reconciliation";
import { LedgerSummary } from "@/lib/reconciliation/contract";
import { summariseSettlementSheet } from "@/lib/settlement";
import { Settlement } from "@/lib/settlement/contract";
import { readEvent } from "../../../event";
import { requirePagePermission } from "../../../page-auth";
import { type EventPageProps, orNotFound, requireSessionId } from "../../../page-params";
import * as texts from "../../../texts";
import { withSkeleton } from "../../../with-skeleton";

export const metadata: Metadata = { title: texts.settlement };

async function SettlementPage(props: EventPageProps) {
  const member = await requirePagePermission("see_money");
  const sessionId = await requireSessionId(props.params);
  const [event, ledger, settlement] = await orNotFound(
    Promise.all([
      readEvent(member, sessionId),
      summariseLedger(member, sessionId),
      summariseSettlementSheet(member, sessionId),
    ]),
  );
  return (
    <SettlementView
      sessionId={sessionId}
      isClosed={event.status === "closed"}
      mayImport={hasPermission(member, "import_settlements")}
      ledger={z.encode(LedgerSummary, ledger)}
      settlement={z.encode(Settlement, settlement)}
    />
  );
}

export default withSkeleton(
  SettlementPage,
  <FiguresSkeleton
    title={texts.settlement}
    figures={[texts.settled, texts.awaitingSettlement]}
    list={texts.byDate}
    heads={[texts.settlementDate, texts.count, texts.channel, texts.amount]}
  />,
);
