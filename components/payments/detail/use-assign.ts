"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { asApiError, sendJson } from "../../shared/requests/api";
import { toast } from "../../ui/feedback/toast";
import { assignInPages, type Pages, type PaymentRow } from "../payment-pages";
import type { OperatorChoice } from "./assign-menu";
import * as texts from "./texts";

interface Assignment {
  payments: readonly PaymentRow[];
  operator: OperatorChoice | undefined;
}

/** Assigns payments to an operator, or unassigns them: optimistically, and rolled back on failure. */
export function useAssign(sessionId: string) {
  const client = useQueryClient();
  const lists = { queryKey: ["session", sessionId, "payments"] };
  const { mutate } = useMutation({
    mutationFn: ({ payments, operator }: Assignment) =>
      sendJson("PUT", `/api/dashboard/sessions/${sessionId}/payments/operator`, {
        operator_id: operator?.id ?? null,
        payment_ids: payments.map(({ id }) => id),
      }),
    onMutate: async ({ payments, operator }) => {
      await client.cancelQueries(lists);
      const before = client.getQueriesData<Pages>(lists);
      const ids = payments.map(({ id }) => id);
      const to = { id: operator?.id ?? null, name: operator?.name ?? null };
      client.setQueriesData<Pages>(lists, (pages) => pages && assignInPages(pages, ids, to));
      return { before };
    },
    onError: (thrown, _move, context) => {
      for (const [key, pages] of context?.before ?? []) client.setQueryData(key, pages);
      toast({ tone: "failed", text: texts.notAssigned(asApiError(thrown).detail) });
    },
    onSuccess: (_answer, { payments, operator }) => {
      for (const { id } of payments)
        void client.invalidateQueries({ queryKey: ["session", sessionId, "payment", id] });
      toast({ text: operator ? texts.assignedTo(operator.name) : texts.unassigned });
    },
  });
  return (payments: readonly PaymentRow[], operator: OperatorChoice | undefined) =>
    mutate({ payments, operator });
}
