"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { RotateCw } from "@/components/ui/icons/late-icons";
import { periodStart } from "@/lib/webhooks/labels";
import { serverNow } from "../../shared/format/clock";
import { sendJson } from "../../shared/requests/api";
import { showFailure } from "../../shared/requests/show-failure";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import { Segmented } from "../../ui/forms/segmented";
import { Dialog } from "../../ui/overlays/dialog";
import type { ReplayJson } from "../api";
import * as texts from "./texts";

type Since = "hour" | "day" | "always";

function useReplayFailed(sessionId: string, onReplayed: () => void) {
  return useMutation({
    mutationFn: (since: Since) =>
      sendJson<ReplayJson>("POST", `/api/dashboard/sessions/${sessionId}/deliveries/replay-failed`, {
        since: periodStart(since, serverNow()),
      }),
    onSuccess: ({ total }) => {
      toast({
        text: total === 0 ? texts.noneWasGivenUp : texts.beingSentAgain(texts.countEvents(total)),
      });
      onReplayed();
    },
    onError: showFailure(texts.nothingWasSentAgain),
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
        {texts.replayFailed}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.sendFailedEventsAgain}
        description={texts.eachEventIsSentUnchanged}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{texts.cancel}</Button>
            <Button tone="primary" busy={replay.isPending} onClick={() => replay.mutate(since)}>
              {texts.sendAgain}
            </Button>
          </>
        }
      >
        <Segmented
          label={texts.givenUpSince}
          value={since}
          onChange={setSince}
          choices={[
            { value: "hour", label: texts.lastHour },
            { value: "day", label: texts.last24Hours },
            { value: "always", label: texts.allOfThisEvent },
          ]}
        />
      </Dialog>
    </>
  );
}
