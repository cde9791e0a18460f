import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { FiguresSkeleton } from "@/components/shared/skeletons/figures-skeleton";
import { DeliveryPage } from "@/components/webhooks/delivery/delivery-page";
import { isId } from "@/lib/core/ids";
import { roleHasPermission } from "@/lib/core/roles";
import { getDelivery } from "@/lib/webhooks";
import { Delivery } from "@/lib/webhooks/contract";
import { requirePagePermission } from "../../../../page-auth";
import { orNotFound, requireSessionId } from "../../../../page-params";
import * as texts from "../../../../texts";
import { withSkeleton } from "../../../../with-skeleton";

export const metadata: Metadata = { title: texts.delivery };

interface PageProps {
  params: Promise<{ session_id: string; delivery_id: string }>;
}

async function WebhookDeliveryPage({ params }: PageProps) {
  const member = await requirePagePermission("see_webhooks");
  const sessionId = await requireSessionId(params);
  const { delivery_id: id } = await params;
  if (!isId("delivery", id)) notFound();
  const delivery = await orNotFound(getDelivery(member, sessionId, id));
  return (
    <DeliveryPage
      initial={z.encode(Delivery, delivery)}
      mayReplay={roleHasPermission(member.actor.role, "replay_deliveries")}
      mayReveal={roleHasPermission(member.actor.role, "reveal_account")}
    />
  );
}

export default withSkeleton(
  WebhookDeliveryPage,
  <FiguresSkeleton
    title={texts.delivery}
    figures={[texts.facts, texts.body]}
    list={texts.attempts}
    heads={[texts.attempt, texts.took, texts.time]}
  />,
);
