"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { asApiError, sendJson } from "../shared/api";
import { toast } from "../ui/toast";
import type { OperatorChoice } from "./assign-menu";
import { assignIn, type Pages, type PaymentRow } from "./payment-pages";

interface Move {
  payments: readonly PaymentRow[];
  operator: OperatorChoice | undefined;
}

/** Assigns payments to an operator or to nobody: shown at once, and taken back where the service refuses. */
export function useAssign(sessionId: string) {
  const client = useQueryClient();
  const lists = { queryKey: ["session", sessionId, "payments"] };
  const { mutate } = useMutation({
    mutationFn: ({ payments, operator }: Move) =>
      sendJson("PUT", `/api/dashboard/sessions/${sessionId}/payments/operator`, {
        operator_id: operator?.id ?? null,
        payment_ids: payments.map(({ id }) => id),
      }),
    onMutate: async ({ payments, operator }) => {
      await client.cancelQueries(lists);
      const before = client.getQueriesData<Pages>(lists);
      const ids = payments.map(({ id }) => id);
      const to = { id: operator?.id ?? null, name: operator?.name ?? null };
      client.setQueriesData<Pages>(lists, (pages) => pages && assignIn(pages, ids, to));
      return { before };
    },
    onError: (thrown, _move, context) => {
      for (const [key, pages] of context?.before ?? []) client.setQueryData(key, pages);
      toast({ tone: "failed", text: `Not assigned: ${asApiError(thrown).detail}` });
    },
    onSuccess: (_answer, { payments, operator }) => {
      for (const { id } of payments)
        void client.invalidateQueries({ queryKey: ["session", sessionId, "payment", id] });
      toast({ text: operator ? `Assigned to ${operator.name}` : "Assigned to nobody" });
    },
  });
  return (payments: readonly PaymentRow[], operator: OperatorChoice | undefined) =>
    mutate({ payments, operator });
}
