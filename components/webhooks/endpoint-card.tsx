"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Pause, Play } from "@/components/ui/icons/icons";
import { endpointHealth } from "../shared/format/endpoint-health";
import { Instant } from "../shared/format/instant";
import { asApiError, sendJson } from "../shared/requests/api";
import { Chip } from "../ui/display/chip";
import { CopyButton } from "../ui/feedback/copy-button";
import { toast } from "../ui/feedback/toast";
import { Button } from "../ui/forms/button";
import { Dialog } from "../ui/overlays/dialog";
import type { WebhookEndpointJson, WebhookStatusJson } from "./api";
import { SecretLine } from "./secret-line";

interface EndpointCardProps {
  endpoint: WebhookEndpointJson;
  status: WebhookStatusJson;
  mayReplay: boolean;
  mayManageKeys: boolean;
  onChanged: () => void;
}

const PAUSED_BY = {
  manual: "Paused manually",
  gone: "It responded 410 Gone",
  removed: "Removed",
  listening: "takings listen fetches its events",
  failing: "It failed for three days",
} as const;

/** A webhook endpoint: its URL, its health and its signing secret. */
export function EndpointCard(props: EndpointCardProps) {
  const { endpoint, status, mayReplay, mayManageKeys, onChanged } = props;
  const { word, tone } = endpointHealth(endpoint);
  return (
    <div className="flex min-w-0 flex-col gap-3 border-edge px-5 py-4 md:@max-[900px]/page:col-span-2 md:@max-[900px]/page:border-b md:@max-[640px]/page:border-b-0">
      <div className="flex min-h-7 flex-wrap items-center gap-2.5">
        <h2 className="text-section">Endpoint</h2>
        <Chip tone={tone} dot={tone !== "neutral"}>
          {word}
        </Chip>
        {mayReplay && <PauseButton endpoint={endpoint} onChanged={onChanged} />}
      </div>
      <div className="flex min-w-0 items-center gap-2">
        <code className="truncate font-mono text-body">{endpoint.url}</code>
        <CopyButton text={endpoint.url} name="the endpoint's address" />
      </div>
      <HealthLine endpoint={endpoint} />
      <SecretLine status={status} mayManageKeys={mayManageKeys} onChanged={onChanged} />
    </div>
  );
}

/**
 * Start of the endpoint's current state, its reason and the next attempt; nothing while the endpoint is
 * healthy.
 */
function HealthLine({ endpoint }: { endpoint: WebhookEndpointJson }) {
  const { health, since, pause_reason: reason, failures, next_attempt_at: next } = endpoint;
  if (health === "healthy") return null;
  return (
    <p className="text-ink-2 text-meta">
      {health === "paused" && `${PAUSED_BY[reason ?? "manual"]}. Events wait. `}
      {health === "failing" && `${failures} attempts in a row failed. `}
      {health === "backing_off" && "It responded with Retry-After. "}
      Since <Instant at={since} as="day-time" />
      {next && (
        <>
          , next attempt <Instant at={next} />
        </>
      )}
      .
    </p>
  );
}

function PauseButton({ endpoint, onChanged }: Pick<EndpointCardProps, "endpoint" | "onChanged">) {
  const [asking, setAsking] = useState(false);
  const isHealthy = endpoint.health === "healthy";
  const verb = isHealthy ? "pause" : "resume";
  const change = useMutation({
    mutationFn: () => sendJson("POST", `/api/dashboard/webhook-endpoints/${endpoint.id}/${verb}`),
    onSuccess: () => {
      setAsking(false);
      toast({
        text: isHealthy ? "Paused. Events wait until you resume." : "Resumed. Waiting events are sent now.",
      });
      onChanged();
    },
    onError: (thrown) =>
      toast({
        tone: "failed",
        text: `The endpoint was not ${verb}d. Nothing changed. ${asApiError(thrown).detail}`,
      }),
  });
  if (!isHealthy)
    return (
      <Button size="small" className="ml-auto" busy={change.isPending} onClick={() => change.mutate()}>
        <Play aria-hidden />
        Resume
      </Button>
    );
  return (
    <>
      <Button size="small" tone="ghost" className="ml-auto" onClick={() => setAsking(true)}>
        <Pause aria-hidden />
        Pause
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Pause this endpoint?"
        description="Nothing is sent there until it is resumed. Events wait, and none is lost. Events of your other sessions that go to the same address wait too."
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Keep sending</Button>
            <Button tone="primary" busy={change.isPending} onClick={() => change.mutate()}>
              Pause
            </Button>
          </>
        }
      />
    </>
  );
}
