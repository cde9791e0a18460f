import type { Metadata } from "next";
import { z } from "zod";
import { OperatorsView } from "@/components/operators/operators-view";
import { FiguresSkeleton } from "@/components/shared/layout/figures-skeleton";
import { roleHasPermission } from "@/lib/core/roles";
import { listOperatorsOverview } from "@/lib/operators";
import { OperatorsOverview } from "@/lib/operators/contract";
import { requirePageMember } from "../../../page-auth";
import { type EventPageProps, orNotFound, requireSessionId } from "../../../page-params";
import { withSkeleton } from "../../../with-skeleton";

export const metadata: Metadata = { title: "Operators" };

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
    title="Operators"
    figures={["Assigned", "On shift", "Unassigned"]}
    list="Operators"
    heads={["Operator", "Taken", "Count", "Where", "Shift", "Last payment"]}
  />,
);
