"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { periodStart, type SearchPeriod } from "@/lib/webhooks/labels";
import { serverNow } from "../../shared/format/clock";
import { Banner } from "../../shared/layout/banner";
import { asApiError, sendJson } from "../../shared/requests/api";
import { Button } from "../../ui/forms/button";
import { Field } from "../../ui/forms/field";
import { Segmented } from "../../ui/forms/segmented";
import { Select } from "../../ui/forms/select";
import { Dialog } from "../../ui/overlays/dialog";
import type { OrganisationEndpointJson, ReplayJson } from "../api";
import { endpointName } from "../endpoints/endpoint-name";
import * as texts from "./texts";

interface ReplayDialogProps {
  endpoints: readonly OrganisationEndpointJson[];
  onStarted: (replayId: string) => void;
  onClose: () => void;
}

const SINCE = [
  { value: "hour", label: texts.lastHour },
  { value: "day", label: texts.last24Hours },
  { value: "week", label: texts.last7Days },
  { value: "always", label: texts.allTime },
] as const;
type Since = SearchPeriod | "always";

/** Dialog that replays the events that failed since a chosen time, for all endpoints or one. */
export function ReplayDialog({ endpoints, onStarted, onClose }: ReplayDialogProps) {
  const [since, setSince] = useState<Since>("day");
  const [endpointId, setEndpointId] = useState("");
  const replay = useMutation({
    mutationFn: () =>
      sendJson<ReplayJson>("POST", "/api/dashboard/deliveries/replay-failed", {
        since: periodStart(since, serverNow()),
        ...(endpointId && { endpoint_id: endpointId }),
      }),
    onSuccess: ({ id }) => onStarted(id),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.replayFailedEvents}
      description={texts.eachEventIsSentOnceMore}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button tone="primary" busy={replay.isPending} onClick={() => replay.mutate()}>
            {texts.replay}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="font-medium text-ink-2 text-meta">
            {texts.timeRange}
          </span>
          <Segmented
            label={texts.timeRange}
            className="w-fit max-md:w-full"
            value={since}
            onChange={setSince}
            choices={SINCE}
          />
        </div>
        <EndpointField endpoints={endpoints} value={endpointId} onChange={setEndpointId} />
        {replay.error && (
          <Banner tone="red" urgent title={texts.nothingWasSentAgain}>
            {asApiError(replay.error).detail}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}

interface EndpointFieldProps {
  endpoints: readonly OrganisationEndpointJson[];
  value: string;
  onChange: (endpointId: string) => void;
}

function EndpointField({ endpoints, value, onChange }: EndpointFieldProps) {
  if (endpoints.length === 0) return null;
  return (
    <Field label={texts.endpoint}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{texts.allEndpointsAndAddresses}</option>
          {endpoints.map((endpoint) => (
            <option key={endpoint.id} value={endpoint.id}>
              {endpointName(endpoint)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
