import type { Metadata } from "next";
import { z } from "zod";
import { FiguresSkeleton } from "@/components/shared/figures-skeleton";
import { TerminalsView } from "@/components/terminals/terminals-view";
import { may } from "@/lib/core/roles";
import { listTerminalsOverview } from "@/lib/terminals";
import { TerminalsOverview } from "@/lib/terminals/contract";
import { readEvent } from "../../../event";
import { type EventPageProps, found, sessionIn } from "../../../found";
import { pageMember } from "../../../member";
import { outlined } from "../../../outlined";

export const metadata: Metadata = { title: "Terminals" };

async function TerminalsPage(props: EventPageProps) {
  const member = await pageMember();
  const sessionId = await sessionIn(props.params);
  const [event, terminals] = await found(
    Promise.all([readEvent(member, sessionId), listTerminalsOverview(member, sessionId)]),
  );
  const { role } = member.by;
  return (
    <TerminalsView
      eventName={event.name}
      terminals={z.encode(TerminalsOverview, terminals)}
      may={{
        terminals: may(role, "manage_terminals"),
        operators: may(role, "manage_operators"),
        export: may(role, "export"),
      }}
    />
  );
}

export default outlined(
  TerminalsPage,
  <FiguresSkeleton
    title="Terminals"
    figures={["Taken at terminals", "Taking now", "Average payment", "Failed", "Busiest right now"]}
    list="Terminals"
    heads={["Terminal", "Place", "Taken", "Count", "Last payment"]}
  />,
);
