"use client";

import { useQuery } from "@tanstack/react-query";
import { OUTCOMES } from "@/lib/webhooks/labels";
import { getJson } from "../../shared/requests/api";
import type { DeliveryJson } from "../api";
import * as texts from "./texts";

/** Refetch interval while a delivery is in flight. */
const REFETCH_MS = 1_500;

/** Returns the path of a delivery in the JSON API. */
export const deliveryPath = (sessionId: string, deliveryId: string) =>
  `/api/dashboard/sessions/${sessionId}/deliveries/${deliveryId}`;

/** Queries a delivery; again while it is waiting. */
export function useDelivery(sessionId: string, deliveryId: string, initialData?: DeliveryJson) {
  return useQuery({
    queryKey: ["session", sessionId, "delivery", deliveryId],
    queryFn: ({ signal }) => getJson<DeliveryJson>(deliveryPath(sessionId, deliveryId), signal),
    refetchInterval: ({ state }) => (state.data?.outcome === "waiting" ? REFETCH_MS : false),
    ...(initialData && { initialData }),
  });
}

const ORDINALS = ["", "first", "second", "third", "fourth", "fifth"];

/** Describes the outcome of a delivery: "Delivered, second attempt". */
export function describeOutcome({ outcome, attempts }: DeliveryJson): string {
  if (outcome !== "delivered") return OUTCOMES[outcome];
  return texts.deliveredAttempt(ORDINALS[attempts.length] ?? `${attempts.length}th`);
}
