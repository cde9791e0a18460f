"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { z } from "zod";
import type { PaymentPageLink } from "@/lib/payment-pages/contract";
import { getJson, sendJson } from "../shared/requests/api";

export type PaymentPageJson = z.input<typeof PaymentPageLink>;

const pathOf = (sessionId: string) => `/api/dashboard/sessions/${sessionId}/payment-page`;
const keyOf = (sessionId: string) => ["session", sessionId, "payment-page"];

/** Queries the link to an event's payment page. */
export function usePaymentPage(sessionId: string, initialData?: PaymentPageJson) {
  return useQuery({
    queryKey: keyOf(sessionId),
    queryFn: ({ signal }) => getJson<PaymentPageJson>(pathOf(sessionId), signal),
    ...(initialData && { initialData }),
  });
}

/** Creates a link to the payment page, or revokes it; the page is rendered again with the result. */
export function useChangePaymentPage(
  sessionId: string,
  { method, onChanged }: { method: "POST" | "DELETE"; onChanged: () => void },
) {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: () => sendJson<PaymentPageJson>(method, pathOf(sessionId)),
    onSuccess: (link) => {
      client.setQueryData(keyOf(sessionId), link);
      router.refresh();
      onChanged();
    },
  });
}
