"use client";

import { type ReactNode, useId, useState } from "react";
import { Ago } from "../shared/format/ago";
import { Banner } from "../shared/layout/banner";
import { ConfirmDialog } from "../shared/layout/confirm-dialog";
import { asApiError } from "../shared/requests/api";
import { Button } from "../ui/forms/button";
import { TextField } from "../ui/forms/field";
import { FormFooter } from "../ui/forms/form-footer";
import { Segmented } from "../ui/forms/segmented";
import { Dialog } from "../ui/overlays/dialog";
import { type ApiKey, keyDisplayName } from "./api";
import { AddressesField, parseAddresses, ScopeField } from "./limit-fields";
import * as texts from "./texts";
import type { KeyActionState } from "./use-keys";

interface KeyDialogProps {
  actions: KeyActionState;
  onClose: () => void;
}

function ErrorBanner({ title, error }: { title: string; error: unknown }): ReactNode {
  return (
    error !== null && (
      <Banner tone="red" title={texts.nothingChanged(title)} urgent>
        {asApiError(error).detail}
      </Banner>
    )
  );
}

/** Dialog to issue a key with a name, a scope and allowed addresses. */
export function IssueKeyDialog({
  mode,
  actions: { issue },
  onClose,
}: KeyDialogProps & { mode: "test" | "live" }) {
  const form = useId();
  const [name, setName] = useState("");
  const [scope, setScope] = useState<"read" | "write">("write");
  const [addresses, setAddresses] = useState("");
  const [sent, setSent] = useState("");
  const error = issue.error ? asApiError(issue.error) : undefined;
  const fault = error?.findFieldError("/name", { label: texts.name, expected: texts.type1To200Characters });
  const isAtField = error?.fieldErrors.some(({ pointer }) => /^\/(name|allowed_addresses)/.test(pointer));
  const submit = () => {
    setSent(addresses);
    issue.mutate({ name, mode, scope, allowed_addresses: parseAddresses(addresses) });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={mode === "live" ? texts.issueALiveKey : texts.issueATestKey}
      description={mode === "live" ? texts.keyActsForYourOrganisation : texts.itWorksOnTestData}
      footer={
        <FormFooter form={form} isBusy={issue.isPending} onCancel={onClose}>
          {texts.issueKey}
        </FormFooter>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!issue.isPending) submit();
        }}
      >
        <TextField
          label={texts.name}
          size="large"
          autoComplete="off"
          placeholder={texts.whichSystemWillUseIt}
          value={name}
          onChange={(change) => setName(change.target.value)}
          error={fault}
        />
        <ScopeField value={scope} onChange={setScope} />
        <AddressesField value={addresses} onChange={setAddresses} error={error} sent={sent} />
        {!isAtField && <ErrorBanner title={texts.theKeyWasNotIssued} error={issue.error} />}
      </form>
    </Dialog>
  );
}

const OVERLAPS = [
  { value: "0", label: texts.notAtAll },
  { value: "1", label: "1 h" },
  { value: "24", label: "24 h" },
  { value: "168", label: texts.sevenDays },
] as const;

/** Dialog to rotate a key; asks how long the old key stays valid. */
export function RotateKeyDialog({ of: key, actions: { rotate }, onClose }: KeyDialogProps & { of: ApiKey }) {
  const [hours, setHours] = useState<(typeof OVERLAPS)[number]["value"]>("24");
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.rotate(keyDisplayName(key))}
      description={texts.aNewKeyReplacesIt}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            tone="primary"
            busy={rotate.isPending}
            onClick={() => rotate.mutate({ keyId: key.key_id, overlapHours: Number(hours) })}
          >
            {texts.rotateKey}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3 text-body">
          {texts.theOldKeyKeepsWorking}
          <Segmented
            label={texts.theOldKeyKeepsWorking}
            choices={OVERLAPS}
            value={hours}
            onChange={setHours}
          />
        </div>
        <ErrorBanner title={texts.theKeyWasNotRotated} error={rotate.error} />
      </div>
    </Dialog>
  );
}

/** Confirms the revocation of a key and shows when it was last used. */
export function RevokeKeyDialog({ of: key, actions: { revoke }, onClose }: KeyDialogProps & { of: ApiKey }) {
  return (
    <ConfirmDialog
      title={texts.revoke(keyDisplayName(key))}
      description={texts.everyRequestIsRefused}
      cancelLabel={texts.keepIt}
      confirmLabel={texts.revokeKey}
      isBusy={revoke.isPending}
      failure={{ title: texts.theKeyWasNotRevoked, thrown: revoke.error }}
      onConfirm={() => revoke.mutate(key.key_id)}
      onClose={onClose}
    >
      <dl className="flex items-center justify-between gap-4 rounded-card bg-subtle px-4 py-3 text-body">
        <dt className="text-ink-2">{texts.lastUsed}</dt>
        <dd className="font-semibold">{key.last_used_at ? <Ago at={key.last_used_at} /> : texts.never}</dd>
      </dl>
    </ConfirmDialog>
  );
}
