import type { Metadata } from "next";
import { z } from "zod";
import { OperatorsView } from "@/components/operators/operators-view";
import { FiguresSkeleton } from "@/components/shared/figures-skeleton";
import { may } from "@/lib/core/roles";
import { listOperatorsOverview } from "@/lib/operators";
import { OperatorsOverview } from "@/lib/operators/contract";
import { type EventPageProps, found, sessionIn } from "../../../found";
import { pageMember } from "../../../member";
import { outlined } from "../../../outlined";

export const metadata: Metadata = { title: "Operators" };

async function OperatorsPage(props: EventPageProps) {
  const member = await pageMember();
  const operators = await found(listOperatorsOverview(member, await sessionIn(props.params)));
  const { role } = member.by;
  return (
    <OperatorsView
      operators={z.encode(OperatorsOverview, operators)}
      may={{
        operators: may(role, "manage_operators"),
        assign: may(role, "assign_payments"),
        export: may(role, "export"),
      }}
    />
  );
}

export default outlined(
  OperatorsPage,
  <FiguresSkeleton
    title="Operators"
    figures={["Linked to an operator", "On shift", "No operator yet"]}
    list="Operators"
    heads={["Operator", "Taken", "Count", "Where", "Shift", "Last payment"]}
  />,
);
