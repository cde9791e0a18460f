import type { Metadata } from "next";
import { z } from "zod";
import { OperatorsView } from "@/components/operators/operators-view";
import { FiguresSkeleton } from "@/components/shared/skeletons/figures-skeleton";
import { roleHasPermission } from "@/lib/core/roles";
import { listOperatorsOverview } from "@/lib/operators";
import { OperatorsOverview } from "@/lib/operators/contract";
import { requirePageMember } from "../../../page-auth";
import { type EventPageProps, orNotFound, requireSessionId } from "../../../page-params";
import * as texts from "../../../texts";
import { withSkeleton } from "../../../with-skeleton";

export const metadata: Metadata = { title: texts.operators };

async function OperatorsPage(props: EventPageProps) {
  const member = await requirePageMember();
  const operators = await orNotFound(listOperatorsOverview(member, await requireSessionId(props.params)));
  const { role } = member.actor;
  return (
    <OperatorsView
      operators={z.encode(OperatorsOverview, operators)}
      may={{
        operators: roleHasPermission(role, "manage_operators"),
        assign: roleHasPermission(role, "assign_payments"),
        export: roleHasPermission(role, "export"),
      }}
    />
  );
}

export default withSkeleton(
  OperatorsPage,
  <FiguresSkeleton
    title={texts.operators}
    figures={[texts.assigned, texts.onShift, texts.unassigned]}
    list={texts.operators}
    heads={[texts.operator, texts.taken, texts.count, texts.where, "Shift", texts.lastPayment]}
  />,
);
