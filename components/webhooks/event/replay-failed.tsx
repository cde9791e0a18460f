"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { RotateCw } from "@/components/ui/icons/late-icons";
import { formatCountWithNoun } from "@/lib/core/format/count";
import { periodStart } from "@/lib/webhooks/labels";
import { serverNow } from "../../shared/format/clock";
import { sendJson } from "../../shared/requests/api";
import { showFailure } from "../../shared/requests/show-failure";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import { Segmented } from "../../ui/forms/segmented";
import { Dialog } from "../../ui/overlays/dialog";
import type { ReplayJson } from "../api";

type Since = "hour" | "day" | "always";

function useReplayFailed(sessionId: string, onReplayed: () => void) {
  return useMutation({
    mutationFn: (since: Since) =>
      sendJson<ReplayJson>("POST", `/api/dashboard/sessions/${sessionId}/deliveries/replay-failed`, {
        since: periodStart(since, serverNow()),
      }),
    onSuccess: ({ total }) => {
      toast({
        text:
          total === 0
            ? "None was given up in that time."
            : `${formatCountWithNoun(total, "event")} being sent again.`,
      });
      onReplayed();
    },
    onError: showFailure("Nothing was sent again."),
  });
}

/** Resends failed deliveries since a chosen time. */
export function ReplayFailed({ sessionId, onReplayed }: { sessionId: string; onReplayed: () => void }) {
  const [asking, setAsking] = useState(false);
  const [since, setSince] = useState<Since>("day");
  const replay = useReplayFailed(sessionId, () => {
    setAsking(false);
    onReplayed();
  });
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        <RotateCw aria-hidden />
        Replay failed
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Send failed events again?"
        description="Each event is sent with the same body and the same id, on a new schedule."
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button tone="primary" busy={replay.isPending} onClick={() => replay.mutate(since)}>
              Send again
            </Button>
          </>
        }
      >
        <Segmented
          label="Given up since"
          value={since}
          onChange={setSince}
          choices={[
            { value: "hour", label: "Last hour" },
            { value: "day", label: "Last 24 hours" },
            { value: "always", label: "All of this event" },
          ]}
        />
      </Dialog>
    </>
  );
}
