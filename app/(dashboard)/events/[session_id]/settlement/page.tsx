import type { Metadata } from "next";
import { z } from "zod";
import { SettlementView } from "@/components/settlement/settlement-view";
import { FiguresSkeleton } from "@/components/shared/figures-skeleton";
import { summariseBooks } from "@/lib/reconciliation";
import { Books } from "@/lib/reconciliation/contract";
import { summariseSettlement } from "@/lib/settlement";
import { Settlement } from "@/lib/settlement/contract";
import { readEvent } from "../../../event";
import { type EventPageProps, found, sessionIn } from "../../../found";
import { pageMemberWho } from "../../../member";
import { outlined } from "../../../outlined";

export const metadata: Metadata = { title: "Settlement" };

async function SettlementPage(props: EventPageProps) {
  const member = await pageMemberWho("see_money");
  const sessionId = await sessionIn(props.params);
  const [event, books, settlement] = await found(
    Promise.all([
      readEvent(member, sessionId),
      summariseBooks(member, sessionId),
      summariseSettlement(member, sessionId),
    ]),
  );
  return (
    <SettlementView
      sessionId={sessionId}
      isClosed={event.status === "closed"}
      books={z.encode(Books, books)}
      settlement={z.encode(Settlement, settlement)}
    />
  );
}

export default outlined(
  SettlementPage,
  <FiguresSkeleton
    title="Settlement"
    figures={["Settled", "Awaiting settlement"]}
    list="By date"
    heads={["Settlement date", "Count", "Channel", "Amount"]}
  />,
);
