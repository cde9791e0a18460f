import type { Metadata } from "next";
import { z } from "zod";
import { ClosedSummary } from "@/components/event-live/closed-summary";
import { EmptyState } from "@/components/event-live/empty-state";
import { EventActions } from "@/components/event-live/header/event-actions";
import { EventHeader, hasNoAccount } from "@/components/event-live/header/event-header";
import { ReportLink } from "@/components/event-live/header/report-link";
import { LiveBoard } from "@/components/event-live/live-board";
import { LiveSkeleton } from "@/components/event-live/live-skeleton";
import { LiveProvider } from "@/components/live-feed/live-provider";
import { Link } from "@/components/ui/display/link";
import type { MemberScope } from "@/lib/auth/member";
import type { Id } from "@/lib/core/ids";
import { formatKobo } from "@/lib/core/money";
import { roleHasPermission } from "@/lib/core/roles";
import { listOwnExceptions } from "@/lib/exceptions";
import { getLive } from "@/lib/live";
import { LiveUpdate } from "@/lib/live/contract";
import { listOperators } from "@/lib/operators";
import { summariseSettlementSheet } from "@/lib/settlement";
import { readEvent } from "../../event";
import { requirePageMember } from "../../page-auth";
import { type EventPageProps, getQuery, orNotFound, requireSessionId } from "../../page-params";
import * as texts from "../../texts";
import { withSkeleton } from "../../with-skeleton";
import { PaymentsSection } from "./payments-section";

export const metadata: Metadata = { title: texts.live };

/** Loads what is still open after an event is closed; `undefined` for roles without access to money. */
async function loadLeftovers(member: MemberScope, sessionId: Id<"session">) {
  if (!roleHasPermission(member.actor.role, "see_money")) return undefined;
  const [settlement, exceptions] = await Promise.all([
    summariseSettlementSheet(member, sessionId),
    listOwnExceptions(member, sessionId, { state: "open", reason: undefined }),
  ]);
  return {
    open: exceptions.rows.length,
    settled: formatKobo(settlement.total_settled),
    awaiting: formatKobo(settlement.total_pending_settlement),
  };
}

/** Number of payments in the first page: a few screens. Scrolling fetches the rest. */
const FIRST_ROWS = 40;
/** The recent-payments chart shows this time range, so the first page includes all payments in it. */
const RECENT_CHART_MS = 60_000;

function limitRows(live: z.output<typeof LiveUpdate>): z.output<typeof LiveUpdate> {
  const sinceMs = live.figures.as_of.getTime() - RECENT_CHART_MS;
  const rows = live.rows.filter(({ paid_at }, index) => index < FIRST_ROWS || paid_at.getTime() > sinceMs);
  return { ...live, rows };
}

async function LivePage(props: EventPageProps) {
  const member = await requirePageMember();
  const sessionId = await requireSessionId(props.params);
  const [event, live] = await orNotFound(
    Promise.all([readEvent(member, sessionId), getLive(member, sessionId)]),
  );
  const isClosed = event.status === "closed";
  const isEmpty = live.figures.transaction_count === 0;
  const mayAttach = hasNoAccount(event) && roleHasPermission(member.actor.role, "attach_account");
  const [leftovers, operators] = await Promise.all([
    isClosed ? loadLeftovers(member, sessionId) : undefined,
    isEmpty ? listOperators(member, sessionId) : [],
  ]);
  return (
    <LiveProvider sessionId={sessionId} initial={z.encode(LiveUpdate, limitRows(live))}>
      <EventHeader
        event={event}
        actions={
          isClosed ? (
            roleHasPermission(member.actor.role, "export") && <ReportLink sessionId={sessionId} />
          ) : (
            <EventActions
              event={event}
              may={{
                close: roleHasPermission(member.actor.role, "close_event"),
                shareWallboard: roleHasPermission(member.actor.role, "share_wallboard"),
                attach: mayAttach && !isEmpty,
              }}
            />
          )
        }
      />
      <LiveBoard
        sessionId={sessionId}
        name={event.name}
        detailsVersion={event.details_version}
        startsAt={event.starts_at}
        endsAt={event.ends_at}
        closedAt={event.closed_at}
        beforeFirst={
          isEmpty && (
            <EmptyState
              event={event}
              operatorCount={operators.length}
              may={{
                attach: mayAttach,
                addOperators: roleHasPermission(member.actor.role, "manage_operators"),
                sendTestPayments: roleHasPermission(member.actor.role, "manage_keys"),
              }}
            />
          )
        }
        afterClose={<ClosedSummary event={event} leftovers={leftovers} />}
        noWebhook={
          <>
            {texts.noWebhookAddress}{" "}
            {roleHasPermission(member.actor.role, "manage_endpoints") && (
              <Link
                href={`/events/${sessionId}/webhooks`}
                className="inline-flex min-h-6 items-center underline underline-offset-2"
              >
                {texts.addOne}
              </Link>
            )}
          </>
        }
      />
      <div className="mt-3">
        <PaymentsSection member={member} sessionId={sessionId} asked={await getQuery(props.searchParams)} />
      </div>
    </LiveProvider>
  );
}

export default withSkeleton(LivePage, <LiveSkeleton />);
