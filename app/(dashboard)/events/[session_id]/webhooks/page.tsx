import type { Metadata } from "next";
import { z } from "zod";
import { FiguresSkeleton } from "@/components/shared/figures-skeleton";
import { WebhooksView } from "@/components/webhooks/webhooks-view";
import { may } from "@/lib/core/roles";
import { getWebhookStatus, listDeliveries, summariseResponseTimes } from "@/lib/webhooks";
import {
  DELIVERIES_A_PAGE,
  DeliveriesPage,
  DeliveriesQuery,
  ResponseTimes,
  WebhookStatus,
} from "@/lib/webhooks/contract";
import { readEvent } from "../../../event";
import { type EventPageProps, found, queryIn, sessionIn } from "../../../found";
import { pageMemberWho } from "../../../member";
import { outlined } from "../../../outlined";

export const metadata: Metadata = { title: "Webhooks" };

async function WebhooksPage(props: EventPageProps) {
  const member = await pageMemberWho("see_webhooks");
  const sessionId = await sessionIn(props.params);
  const asked = DeliveriesQuery.safeParse(await queryIn(props.searchParams)).data;
  const { outcome, q } = asked ?? {};
  const [event, status, deliveries, times] = await found(
    Promise.all([
      readEvent(member, sessionId),
      getWebhookStatus(member, sessionId),
      listDeliveries(member, { sessionId, outcome, q, limit: DELIVERIES_A_PAGE }),
      summariseResponseTimes(member, sessionId),
    ]),
  );
  return (
    <WebhooksView
      sessionId={sessionId}
      isClosed={event.status === "closed"}
      mayReplay={may(member.by.role, "replay_deliveries")}
      mayReveal={may(member.by.role, "reveal_account")}
      mayManageKeys={may(member.by.role, "manage_keys")}
      status={z.encode(WebhookStatus, status)}
      deliveries={z.encode(DeliveriesPage, deliveries)}
      times={z.encode(ResponseTimes, times)}
      asked={{ outcome, q }}
    />
  );
}

export default outlined(
  WebhooksPage,
  <FiguresSkeleton
    title="Webhooks"
    figures={["Endpoint", "Delivered", "Response time, last hour"]}
    list="Deliveries"
    heads={["Sent", "Payment", "Amount", "Attempts", "Response"]}
  />,
);
