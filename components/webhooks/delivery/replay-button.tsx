"use client";

import { useMutation } from "@tanstack/react-query";
import { RotateCw } from "@/components/ui/icons/late-icons";
import { sendJson } from "../../shared/requests/api";
import { showFailure } from "../../shared/requests/show-failure";
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
    onError: showFailure("It was not sent again. Nothing changed."),
  });
  return (
    <Button busy={replay.isPending} onClick={() => replay.mutate()}>
      <RotateCw aria-hidden />
      {delivery.outcome === "waiting" ? "Send now" : "Replay"}
    </Button>
  );
}
