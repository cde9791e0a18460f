"use client";

import { useMutation } from "@tanstack/react-query";
import { RotateCw } from "@/components/ui/icons/icons";
import { asApiError, sendJson } from "../../shared/requests/api";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import type { DeliveryJson } from "../api";

interface ReplayButtonProps {
  delivery: DeliveryJson;
  onReplayed: () => void;
}

/** Sends a delivery again, with the same body and the same id. */
export function ReplayButton({ delivery, onReplayed }: ReplayButtonProps) {
  const replay = useMutation({
    mutationFn: () =>
      sendJson<{ replayed: number }>(
        "POST",
        `/api/dashboard/sessions/${delivery.session_id}/deliveries/${delivery.id}/replay`,
      ),
    onSuccess: ({ replayed }) => {
      toast({ text: replayed > 0 ? "It is being sent again." : "It is being sent at this moment." });
      onReplayed();
    },
    onError: (thrown) =>
      toast({ tone: "failed", text: `It was not sent again. Nothing changed. ${asApiError(thrown).detail}` }),
  });
  return (
    <Button busy={replay.isPending} onClick={() => replay.mutate()}>
      <RotateCw aria-hidden />
      {delivery.outcome === "waiting" ? "Send now" : "Replay"}
    </Button>
  );
}
