import type { Metadata } from "next";
import { z } from "zod";
import { ClosedSummary } from "@/components/event-live/closed-summary";
import { EmptyState } from "@/components/event-live/empty-state";
import { EventActions } from "@/components/event-live/event-actions";
import { EventHeader } from "@/components/event-live/event-header";
import { LiveBoard } from "@/components/event-live/live-board";
import { LiveProvider } from "@/components/event-live/live-provider";
import { LiveSkeleton } from "@/components/event-live/live-skeleton";
import type { MemberScope } from "@/lib/auth/member";
import type { Id } from "@/lib/core/ids";
import { formatKobo } from "@/lib/core/money";
import { may } from "@/lib/core/roles";
import { listOwnExceptions } from "@/lib/exceptions";
import { getLive } from "@/lib/live";
import { LiveUpdate } from "@/lib/live/contract";
import { listOperators } from "@/lib/operators";
import { summariseSettlement } from "@/lib/settlement";
import { readEvent } from "../../event";
import { type EventPageProps, found, queryIn, sessionIn } from "../../found";
import { pageMember } from "../../member";
import { outlined } from "../../outlined";
import { PaymentsSection } from "./payments-section";

export const metadata: Metadata = { title: "Live" };

/** What is left to do once an event is closed, for those who may see money. */
async function leftoversOf(member: MemberScope, sessionId: Id<"session">) {
  if (!may(member.by.role, "see_money")) return undefined;
  const [settlement, exceptions] = await Promise.all([
    summariseSettlement(member, sessionId),
    listOwnExceptions(member, sessionId, { state: "open", kind: undefined }),
  ]);
  return {
    open: exceptions.rows.length,
    settled: formatKobo(settlement.total_settled),
    awaiting: formatKobo(settlement.total_pending_settlement),
  };
}

/** Payments that the page begins with: a few screens, and all that the tape shows. Scrolling fetches the rest. */
const FIRST_ROWS = 40;
const TAPE_MS = 60_000;

function beginningOf(live: z.output<typeof LiveUpdate>): z.output<typeof LiveUpdate> {
  const sinceMs = live.figures.as_of.getTime() - TAPE_MS;
  const rows = live.rows.filter(({ paid_at }, place) => place < FIRST_ROWS || paid_at.getTime() > sinceMs);
  return { ...live, rows };
}

async function LivePage(props: EventPageProps) {
  const member = await pageMember();
  const sessionId = await sessionIn(props.params);
  const [event, live] = await found(Promise.all([readEvent(member, sessionId), getLive(member, sessionId)]));
  const isClosed = event.status === "closed";
  const isEmpty = live.figures.transaction_count === 0;
  const [leftovers, operators] = await Promise.all([
    isClosed ? leftoversOf(member, sessionId) : undefined,
    isEmpty ? listOperators(member, sessionId) : [],
  ]);
  return (
    <LiveProvider sessionId={sessionId} initial={z.encode(LiveUpdate, beginningOf(live))}>
      <EventHeader
        event={event}
        actions={
          !isClosed && (
            <EventActions
              event={event}
              may={{
                close: may(member.by.role, "close_event"),
                shareWall: may(member.by.role, "share_wall"),
              }}
            />
          )
        }
      />
      <LiveBoard
        sessionId={sessionId}
        startsAt={event.starts_at}
        endsAt={event.ends_at}
        closedAt={event.closed_at}
        beforeFirst={isEmpty && <EmptyState event={event} operatorCount={operators.length} />}
        afterClose={<ClosedSummary event={event} leftovers={leftovers} />}
      />
      <div className="mt-3">
        <PaymentsSection member={member} sessionId={sessionId} asked={await queryIn(props.searchParams)} />
      </div>
    </LiveProvider>
  );
}

export default outlined(LivePage, <LiveSkeleton />);
