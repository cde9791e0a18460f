"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getJson, sendJson } from "../shared/requests/api";
import type { PaymentRefundsJson, RefundJson, RefundQueueJson, RefundSettingsJson } from "./api";

/** Poll interval while a refund of the shown payment is not finished. */
const POLL_MS = 3_000;
const QUEUE_KEY = ["refund-queue"];
const SETTINGS_PATH = "/api/dashboard/refund-settings";

interface PaymentRef {
  sessionId: string;
  id: string;
}

const pathOf = ({ sessionId, id }: PaymentRef) =>
  `/api/dashboard/sessions/${sessionId}/payments/${id}/refunds`;

/** Queries the refunds of a payment, every 3 s while one is not finished. */
export function usePaymentRefunds(payment: PaymentRef) {
  return useQuery({
    queryKey: ["session", payment.sessionId, "payment", payment.id, "refunds"],
    queryFn: ({ signal }) => getJson<PaymentRefundsJson>(pathOf(payment), signal),
    refetchInterval: ({ state }) =>
      state.data?.refunds.some(({ finished_at: at }) => at === null) ? POLL_MS : false,
  });
}

function useRefundsChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["session"] }),
      client.invalidateQueries({ queryKey: QUEUE_KEY }),
    ]);
}

/** Requests a refund, or marks one as made manually; calls `onRequested` also if nothing is left to refund by then. */
export function useRequestRefund(
  payment: PaymentRef,
  method: "bank" | "manual",
  onRequested: (refund: RefundJson) => void,
) {
  const onSettled = useRefundsChanged();
  return useMutation({
    mutationFn: (body: Record<string, string>) =>
      sendJson<RefundJson>("POST", method === "bank" ? pathOf(payment) : `${pathOf(payment)}/manual`, body),
    onSuccess: onRequested,
    onSettled,
  });
}

type Decision = "approve" | "decline";

/** Approves or declines a refund; calls `onDecided` also if the refund is no longer shown by then. */
export function useDecideRefund(onDecided: (decision: Decision) => void) {
  const onSettled = useRefundsChanged();
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: Decision }) =>
      sendJson<RefundJson>("POST", `/api/dashboard/refunds/${id}/decision`, { decision }),
    onSuccess: (_refund, { decision }) => onDecided(decision),
    onSettled,
  });
}

/** Queries the refunds that wait for a second person. */
export function useRefundQueue() {
  return useQuery({
    queryKey: QUEUE_KEY,
    queryFn: ({ signal }) => getJson<RefundQueueJson>("/api/dashboard/refunds", signal),
  });
}

/** The organisation's rules for refunds, and their change. */
export function useRefundSettings(initialData: RefundSettingsJson) {
  const client = useQueryClient();
  const key = ["refund-settings"];
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => getJson<RefundSettingsJson>(SETTINGS_PATH, signal),
    initialData,
  });
  const change = useMutation({
    mutationFn: (above: string | null) =>
      sendJson<RefundSettingsJson>("PUT", SETTINGS_PATH, { approval_above: above }),
    onSuccess: (settings) => client.setQueryData(key, settings),
  });
  return { settings: data, change };
}
