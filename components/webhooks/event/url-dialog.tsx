"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { formatCountWithNoun } from "@/lib/core/format/count";
import { Banner } from "../../shared/layout/banner";
import { asApiError, sendJson } from "../../shared/requests/api";
import { toast } from "../../ui/feedback/toast";
import { FormDialog } from "../../ui/overlays/form-dialog";
import type { ChangedWebhookUrlJson } from "../api";
import { AddressField } from "../state/address-field";

interface UrlDialogProps {
  sessionId: string;
  /** The current URL; undefined if the session has none. */
  current: string | undefined;
  waiting: number;
  onChanged: () => void;
  onClose: () => void;
}

const describeMoved = (moved: number) =>
  moved === 0
    ? "The address is saved."
    : `The address is saved. ${formatCountWithNoun(moved, "waiting event")} ${moved === 1 ? "goes" : "go"} there.`;

/** Mutation that changes the URL, and its error at the field or elsewhere. */
function useChangeUrl({ sessionId, onChanged, onClose }: UrlDialogProps) {
  const change = useMutation({
    mutationFn: (url: string) =>
      sendJson<ChangedWebhookUrlJson>("PUT", `/api/dashboard/sessions/${sessionId}/webhooks/url`, {
        webhook_url: url,
      }),
    onSuccess: ({ moved }) => {
      toast({ text: describeMoved(moved) });
      onChanged();
      onClose();
    },
  });
  const error = change.error ? asApiError(change.error) : undefined;
  const fault = error?.findFieldError("/webhook_url", { label: "Address" });
  return { change, fault, otherError: fault ? undefined : error };
}

/** Dialog that changes the webhook URL of a session, with what happens to its events. */
export function UrlDialog(props: UrlDialogProps) {
  const { current, waiting, onClose } = props;
  const [url, setUrl] = useState(current ?? "");
  const { change, fault, otherError } = useChangeUrl(props);
  return (
    <FormDialog
      title={current === undefined ? "Add a webhook address" : "Change the webhook address"}
      description="Every payment of this event is sent there from now on."
      submitLabel={current === undefined ? "Add address" : "Change address"}
      isBusy={change.isPending}
      onSubmit={() => change.mutate(url.trim())}
      onClose={onClose}
    >
      <AddressField value={url} error={fault} onChange={setUrl} />
      <Consequences isFirst={current === undefined} waiting={waiting} />
      {otherError && (
        <Banner tone="red" urgent title="The address was not changed.">
          {otherError.detail}
        </Banner>
      )}
    </FormDialog>
  );
}

function Consequences({ isFirst, waiting }: { isFirst: boolean; waiting: number }) {
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-4 text-body text-ink-2 marker:text-ink-3">
      {isFirst ? (
        <li>Payments that are recorded already are not sent.</li>
      ) : (
        <>
          <li>
            {waiting === 0
              ? "No event is waiting."
              : `${formatCountWithNoun(waiting, "event")} that ${waiting === 1 ? "waits is" : "wait are"} sent to the new address at once.`}{" "}
            Ids and bodies stay the same.
          </li>
          <li>An attempt in progress ends at the old address.</li>
          <li>Events that you replay later go to the new address.</li>
        </>
      )}
      <li>The signing secret stays the same.</li>
    </ul>
  );
}
