import type { Metadata } from "next";
import { z } from "zod";
import { PrintSheet } from "@/components/payments/print-sheet";
import type { MemberScope } from "@/lib/auth/member";
import type { Id } from "@/lib/core/ids";
import { may } from "@/lib/core/roles";
import { listOwnExceptions } from "@/lib/exceptions";
import { EXCEPTION_KINDS } from "@/lib/exceptions/labels";
import { getLive } from "@/lib/live";
import { LiveFigures } from "@/lib/live/contract";
import { readEvent } from "../../../event";
import { type EventPageProps, found, sessionIn } from "../../../found";
import { pageMember } from "../../../member";

export const metadata: Metadata = { title: "Print" };

async function exceptionsOf(member: MemberScope, sessionId: Id<"session">) {
  if (!may(member.by.role, "see_money")) return undefined;
  const { rows } = await listOwnExceptions(member, sessionId, { state: "open", kind: undefined });
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    name: EXCEPTION_KINDS[kind].name,
    count: rows.filter((row) => row.kind === kind).length,
  }));
}

export default async function PrintPage(props: EventPageProps) {
  const member = await pageMember();
  const sessionId = await sessionIn(props.params);
  const [event, { figures }, exceptions] = await found(
    Promise.all([readEvent(member, sessionId), getLive(member, sessionId), exceptionsOf(member, sessionId)]),
  );
  return (
    <PrintSheet
      event={event}
      figures={z.encode(LiveFigures, figures)}
      exceptions={exceptions}
      preparedBy={member.by.name || member.by.email}
    />
  );
}
