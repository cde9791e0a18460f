import { type FormEvent, useState } from "react";
import { Card, CardHead } from "../shared/layout/card";
import { ConfirmDialog } from "../shared/layout/confirm-dialog";
import { asApiError } from "../shared/requests/api";
import { KeyReveal } from "../ui/feedback/key-reveal";
import { Button } from "../ui/forms/button";
import { AddressField } from "../webhooks/state/address-field";
import type { AlertSettingsJson } from "./api";
import { useRemoveWebhook, useSetWebhook, useTestWebhook } from "./use-alerts";

/** The organisation's alert address, for owners: all alerts, signed, without quiet hours. */
export function WebhookCard({ webhook }: { webhook: AlertSettingsJson["webhook"] }) {
  const [secret, setSecret] = useState<string>();
  const [isRemoving, setRemoving] = useState(false);
  const test = useTestWebhook();
  return (
    <div>
      {secret && (
        <div className="mb-3">
          <KeyReveal
            title="The alert address is set"
            name="secret"
            secret={secret}
            note="It signs the alerts. If it is lost, set the address again: that makes a new one."
            onStored={() => setSecret(undefined)}
          />
        </div>
      )}
      <Card aria-label="Alert address">
        <CardHead title="Alert address">
          {webhook && (
            <>
              <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
                Send a test alert
              </Button>
              <Button size="small" tone="danger-text" onClick={() => setRemoving(true)}>
                Remove
              </Button>
            </>
          )}
        </CardHead>
        <AddressForm key={webhook?.url} webhook={webhook} onSet={setSecret} />
      </Card>
      {isRemoving && <RemoveWebhookDialog onClose={() => setRemoving(false)} />}
    </div>
  );
}

interface AddressFormProps {
  webhook: AlertSettingsJson["webhook"];
  onSet: (secret: string) => void;
}

function AddressForm({ webhook, onSet }: AddressFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? "");
  const set = useSetWebhook();
  const failure = set.error && asApiError(set.error);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!set.isPending) set.mutate(url.trim(), { onSuccess: ({ secret }) => onSet(secret) });
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-3 border-edge border-t px-4 py-3">
      <p className="text-ink-3 text-meta">
        A server of yours gets every alert of the organisation, signed like the events of payments, with a
        secret of its own. Quiet hours do not apply.
      </p>
      <AddressField
        value={url}
        onChange={setUrl}
        error={failure ? (failure.findFieldError("/url", { label: "Address" }) ?? failure.detail) : undefined}
      />
      <Button type="submit" busy={set.isPending}>
        {webhook ? "Set again" : "Set"}
      </Button>
    </form>
  );
}

function RemoveWebhookDialog({ onClose }: { onClose: () => void }) {
  const remove = useRemoveWebhook();
  return (
    <ConfirmDialog
      title="Remove the alert address?"
      description="It gets no more alerts, and its secret is deleted."
      cancelLabel="Keep it"
      confirmLabel="Remove"
      isBusy={remove.isPending}
      failure={{ title: "It was not removed", thrown: remove.error }}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
