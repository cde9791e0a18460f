import { type FormEvent, useState } from "react";
import { Card, CardHead } from "../shared/layout/card";
import { ConfirmDialog } from "../shared/layout/confirm-dialog";
import { asApiError } from "../shared/requests/api";
import { KeyReveal } from "../ui/feedback/key-reveal";
import { Button } from "../ui/forms/button";
import { AddressField } from "../webhooks/state/address-field";
import type { AlertSettingsJson } from "./api";
import * as texts from "./texts";
import { useRemoveWebhook, useSetWebhook, useTestWebhook } from "./use-alerts";

/** The organisation's alert address, for owners: all alerts, signed, without quiet hours. */
export function WebhookCard({ webhook }: { webhook: AlertSettingsJson["webhook"] }) {
  const [isRemoving, setRemoving] = useState(false);
  const test = useTestWebhook();
  // Not in the form, which another address replaces: the secret is in the answer only.
  const set = useSetWebhook();
  return (
    <div>
      {set.data && (
        <div className="mb-3">
          <KeyReveal
            title={texts.theAlertAddressIsSet}
            name="secret"
            secret={set.data.secret}
            note={texts.secretSignsTheAlerts}
            onStored={set.reset}
          />
        </div>
      )}
      <Card aria-label={texts.alertAddress}>
        <CardHead title={texts.alertAddress}>
          {webhook && (
            <>
              <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
                {texts.sendATestAlert}
              </Button>
              <Button size="small" tone="danger-text" onClick={() => setRemoving(true)}>
                {texts.remove}
              </Button>
            </>
          )}
        </CardHead>
        <AddressForm key={webhook?.url} webhook={webhook} set={set} />
      </Card>
      {isRemoving && <RemoveWebhookDialog onClose={() => setRemoving(false)} />}
    </div>
  );
}

interface AddressFormProps {
  webhook: AlertSettingsJson["webhook"];
  set: ReturnType<typeof useSetWebhook>;
}

function AddressForm({ webhook, set }: AddressFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? "");
  const failure = set.error && asApiError(set.error);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!set.isPending) set.mutate(url.trim());
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-3 border-edge border-t px-4 py-3">
      <p className="text-ink-3 text-meta">{texts.yourServerGetsAlerts}</p>
      <AddressField
        value={url}
        onChange={setUrl}
        error={
          failure ? (failure.findFieldError("/url", { label: texts.address }) ?? failure.detail) : undefined
        }
      />
      <Button type="submit" busy={set.isPending}>
        {webhook ? texts.setAgain : texts.set}
      </Button>
    </form>
  );
}

function RemoveWebhookDialog({ onClose }: { onClose: () => void }) {
  const remove = useRemoveWebhook();
  return (
    <ConfirmDialog
      title={texts.removeTheAlertAddress}
      description={texts.itGetsNoMoreAlerts}
      cancelLabel={texts.keepIt}
      confirmLabel={texts.remove}
      isBusy={remove.isPending}
      failure={{ title: texts.itWasNotRemoved, thrown: remove.error }}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
