import type { Metadata } from "next";
import { z } from "zod";
import { FiguresSkeleton } from "@/components/shared/skeletons/figures-skeleton";
import { WebhooksView } from "@/components/webhooks/event/webhooks-view";
import { roleHasPermission } from "@/lib/core/roles";
import { getWebhookStatus, listDeliveries, summariseResponseTimes } from "@/lib/webhooks";
import {
  DELIVERIES_PER_PAGE,
  DeliveriesPage,
  DeliveriesQuery,
  ResponseTimes,
  WebhookStatus,
} from "@/lib/webhooks/contract";
import { readEvent } from "../../../event";
import { requirePagePermission } from "../../../page-auth";
import { type EventPageProps, getQuery, orNotFound, requireSessionId } from "../../../page-params";
import * as texts from "../../../texts";
import { withSkeleton } from "../../../with-skeleton";

export const metadata: Metadata = { title: texts.webhooks };

async function WebhooksPage(props: EventPageProps) {
  const member = await requirePagePermission("see_webhooks");
  const sessionId = await requireSessionId(props.params);
  const query = DeliveriesQuery.safeParse(await getQuery(props.searchParams)).data;
  const { outcome, q } = query ?? {};
  const [event, status, deliveries, times] = await orNotFound(
    Promise.all([
      readEvent(member, sessionId),
      getWebhookStatus(member, sessionId),
      listDeliveries(member, { sessionId, outcome, q, limit: DELIVERIES_PER_PAGE }),
      summariseResponseTimes(member, sessionId),
    ]),
  );
  return (
    <WebhooksView
      sessionId={sessionId}
      isClosed={event.status === "closed"}
      isTest={event.mode === "test"}
      mayReplay={roleHasPermission(member.actor.role, "replay_deliveries")}
      mayReveal={roleHasPermission(member.actor.role, "reveal_account")}
      mayManageKeys={roleHasPermission(member.actor.role, "manage_keys")}
      mayManageEndpoints={roleHasPermission(member.actor.role, "manage_endpoints")}
      status={z.encode(WebhookStatus, status)}
      deliveries={z.encode(DeliveriesPage, deliveries)}
      times={z.encode(ResponseTimes, times)}
      asked={{ outcome, q }}
    />
  );
}

export default withSkeleton(
  WebhooksPage,
  <FiguresSkeleton
    title={texts.webhooks}
    figures={[texts.endpoint, texts.delivered, texts.responseTimeLastHour]}
    list={texts.deliveries}
    heads={[texts.sent, texts.payment, texts.amount, texts.attempts, texts.response]}
  />,
);
