"use client";

import { useMutation } from "@tanstack/react-query";
import { RotateCw } from "@/components/ui/icons/late-icons";
import { sendJson } from "../../shared/requests/api";
import { showFailure } from "../../shared/requests/show-failure";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import type { DeliveryJson } from "../api";
import * as texts from "./texts";

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
      toast({ text: replayed > 0 ? texts.itIsBeingSentAgain : texts.itIsBeingSentNow });
      onReplayed();
    },
    onError: showFailure(texts.itWasNotSentAgain),
  });
  return (
    <Button busy={replay.isPending} onClick={() => replay.mutate()}>
      <RotateCw aria-hidden />
      {delivery.outcome === "waiting" ? texts.sendNow : texts.replay}
    </Button>
  );
}
