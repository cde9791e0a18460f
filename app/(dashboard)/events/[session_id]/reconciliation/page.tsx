import type { Metadata } from "next";
import { z } from "zod";
import { ReconciliationView } from "@/components/reconciliation/reconciliation-view";
import { FiguresSkeleton } from "@/components/shared/figures-skeleton";
import { may } from "@/lib/core/roles";
import { listOwnExceptions } from "@/lib/exceptions";
import { ExceptionsPage, ExceptionsQuery } from "@/lib/exceptions/contract";
import { summariseBooks } from "@/lib/reconciliation";
import { Books } from "@/lib/reconciliation/contract";
import { summariseSettlement } from "@/lib/settlement";
import { Settlement } from "@/lib/settlement/contract";
import { listTerminalsOverview } from "@/lib/terminals";
import { readEvent } from "../../../event";
import { type EventPageProps, found, queryIn, sessionIn } from "../../../found";
import { pageMemberWho } from "../../../member";
import { outlined } from "../../../outlined";

export const metadata: Metadata = { title: "Reconciliation" };

async function ReconciliationPage(props: EventPageProps) {
  const member = await pageMemberWho("see_money");
  const sessionId = await sessionIn(props.params);
  const asked = ExceptionsQuery.safeParse(await queryIn(props.searchParams)).data;
  const { state = "open", kind } = asked ?? {};
  const [event, books, settlement, exceptions, { terminals }] = await found(
    Promise.all([
      readEvent(member, sessionId),
      summariseBooks(member, sessionId),
      summariseSettlement(member, sessionId),
      listOwnExceptions(member, sessionId, { state, kind }),
      listTerminalsOverview(member, sessionId),
    ]),
  );
  return (
    <ReconciliationView
      sessionId={sessionId}
      isClosed={event.status === "closed"}
      mayResolve={may(member.by.role, "resolve_exceptions")}
      terminals={terminals.map(({ terminal_id, label, place }) => ({ terminal_id, label, place }))}
      books={z.encode(Books, books)}
      settlement={z.encode(Settlement, settlement)}
      exceptions={z.encode(ExceptionsPage, exceptions)}
      asked={{ state, kind }}
    />
  );
}

export default outlined(
  ReconciliationPage,
  <FiguresSkeleton
    title="Reconciliation"
    figures={["Our books", "Settlement"]}
    list="Exceptions"
    heads={["What is wrong", "Payer", "When", "Amount"]}
  />,
);
