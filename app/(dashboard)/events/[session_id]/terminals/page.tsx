import type { Metadata } from "next";
import { z } from "zod";
import { FiguresSkeleton } from "@/components/shared/skeletons/figures-skeleton";
import { TerminalsView } from "@/components/terminals/terminals-view";
import { roleHasPermission } from "@/lib/core/roles";
import { listTerminalsOverview } from "@/lib/terminals";
import { TerminalsOverview } from "@/lib/terminals/contract";
import { readEvent } from "../../../event";
import { requirePageMember } from "../../../page-auth";
import { type EventPageProps, orNotFound, requireSessionId } from "../../../page-params";
import * as texts from "../../../texts";
import { withSkeleton } from "../../../with-skeleton";

export const metadata: Metadata = { title: texts.terminals };

async function TerminalsPage(props: EventPageProps) {
  const member = await requirePageMember();
  const sessionId = await requireSessionId(props.params);
  const [event, terminals] = await orNotFound(
    Promise.all([readEvent(member, sessionId), listTerminalsOverview(member, sessionId)]),
  );
  const { role } = member.actor;
  return (
    <TerminalsView
      eventName={event.name}
      terminals={z.encode(TerminalsOverview, terminals)}
      may={{
        terminals: roleHasPermission(role, "manage_terminals"),
        operators: roleHasPermission(role, "manage_operators"),
        export: roleHasPermission(role, "export"),
      }}
    />
  );
}

export default withSkeleton(
  TerminalsPage,
  <FiguresSkeleton
    title={texts.terminals}
    figures={[
      texts.takenAtTerminals,
      texts.takingNow,
      texts.averagePayment,
      texts.failed,
      texts.busiestRightNow,
    ]}
    list={texts.terminals}
    heads={[texts.terminal, texts.location, texts.taken, texts.count, texts.lastPayment]}
  />,
);
