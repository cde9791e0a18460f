"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Pause, Play } from "@/components/ui/icons/icons";
import { sendJson } from "../../shared/requests/api";
import { showFailure } from "../../shared/requests/show-failure";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import { Dialog } from "../../ui/overlays/dialog";
import type { EndpointStateJson } from "../api";
import * as texts from "./texts";

interface PauseButtonProps {
  endpoint: EndpointStateJson;
  /** What else waits while it is paused, as a sentence. */
  note?: string;
  onChanged: () => void;
}

/** Mutation that pauses or resumes an endpoint. */
function useChange(id: string, onChanged: () => void) {
  return useMutation({
    mutationFn: (verb: "pause" | "resume") =>
      sendJson("POST", `/api/dashboard/webhook-endpoints/${id}/${verb}`),
    onSuccess: (_, verb) => {
      toast({
        text: verb === "pause" ? texts.pausedEventsWaitUntilYouResume : texts.resumedWaitingEventsAreSentNow,
      });
      onChanged();
    },
    onError: (thrown, verb) =>
      showFailure(verb === "pause" ? texts.theEndpointWasNotPaused : texts.theEndpointWasNotResumed)(thrown),
  });
}

/** Buttons that pause a webhook endpoint, after a confirmation, and resume one that is not healthy. */
export function PauseButton({ endpoint: { id, health }, note, onChanged }: PauseButtonProps) {
  const [asking, setAsking] = useState(false);
  const change = useChange(id, () => {
    setAsking(false);
    onChanged();
  });
  return (
    <>
      {health !== "healthy" && (
        <Button size="small" busy={change.isPending} onClick={() => change.mutate("resume")}>
          <Play aria-hidden />
          {texts.resume}
        </Button>
      )}
      {health !== "paused" && (
        <Button size="small" tone="ghost" onClick={() => setAsking(true)}>
          <Pause aria-hidden />
          {texts.pause}
        </Button>
      )}
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.pauseThisEndpoint}
        description={texts.nothingIsSentUntilResumed(note ? ` ${note}` : "")}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{texts.keepSending}</Button>
            <Button tone="primary" busy={change.isPending} onClick={() => change.mutate("pause")}>
              {texts.pause}
            </Button>
          </>
        }
      />
    </>
  );
}
