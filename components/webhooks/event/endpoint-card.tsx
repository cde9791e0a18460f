"use client";

import { useState } from "react";
import { Pencil } from "@/components/ui/icons/late-icons";
import { CopyButton } from "../../ui/feedback/copy-button";
import { Button } from "../../ui/forms/button";
import { LazyPart, prefetch } from "../../ui/overlays/lazy";
import type { WebhookEndpointJson, WebhookStatusJson } from "../api";
import { HealthChip } from "../state/health-chip";
import { HealthLine } from "../state/health-line";
import { PauseButton } from "../state/pause-button";
import { SecretLine } from "../state/secret-line";
import * as texts from "./texts";

interface EndpointCardProps {
  sessionId: string;
  endpoint: WebhookEndpointJson;
  status: WebhookStatusJson;
  mayReplay: boolean;
  mayManageKeys: boolean;
  mayManageEndpoints: boolean;
  onChanged: () => void;
}

/** A webhook endpoint: its URL, its health and its signing secret. */
export function EndpointCard(props: EndpointCardProps) {
  const { sessionId, endpoint, status, mayReplay, mayManageKeys, mayManageEndpoints, onChanged } = props;
  return (
    <div className="flex min-w-0 flex-col gap-3 border-edge px-5 py-4 md:@max-[900px]/page:col-span-2 md:@max-[900px]/page:border-b md:@max-[640px]/page:border-b-0">
      <div className="flex min-h-7 flex-wrap items-center gap-2.5">
        <h2 className="text-section">{texts.endpoint}</h2>
        <HealthChip endpoint={endpoint} />
        <span className="ml-auto flex gap-1">
          {mayReplay && (
            <PauseButton endpoint={endpoint} note={texts.eventsOfOtherSessionsWait} onChanged={onChanged} />
          )}
          {mayManageEndpoints && (
            <ChangeUrlButton
              sessionId={sessionId}
              current={endpoint.url}
              waiting={status.waiting_count}
              onChanged={onChanged}
            />
          )}
        </span>
      </div>
      <div className="flex min-w-0 items-center gap-2">
        <code className="truncate font-mono text-body">{endpoint.url}</code>
        <CopyButton text={endpoint.url} name={texts.theEndpointsAddress} />
      </div>
      <HealthLine endpoint={endpoint} nextAt={endpoint.next_attempt_at} />
      <SecretLine
        state={status}
        path="/api/dashboard/signing-secrets"
        signs={texts.everyEventOfYourOrganisation}
        mayManageKeys={mayManageKeys}
        onChanged={onChanged}
      />
    </div>
  );
}

const fetchDialog = () => import("./url-dialog").then((module) => module.UrlDialog);

interface ChangeUrlButtonProps {
  sessionId: string;
  /** The session's current webhook URL; undefined if it has none. */
  current: string | undefined;
  /** The number of events that are waiting. */
  waiting: number;
  onChanged: () => void;
}

/** Opens the dialog that changes a session's webhook URL. */
export function ChangeUrlButton(props: ChangeUrlButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const isFirst = props.current === undefined;
  return (
    <>
      <Button
        size={isFirst ? "medium" : "small"}
        tone={isFirst ? "primary" : "ghost"}
        onPointerEnter={() => prefetch(fetchDialog)}
        onClick={() => setOpen(true)}
      >
        {!isFirst && <Pencil aria-hidden />}
        {isFirst ? texts.addAWebhookAddress : texts.edit}
      </Button>
      {isOpen && <LazyPart part={fetchDialog} given={{ ...props, onClose: close }} onFailed={close} />}
    </>
  );
}
