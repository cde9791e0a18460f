"use client";

import { type ReactNode, useId, useState } from "react";
import { Ago } from "../shared/format/ago";
import { Banner } from "../shared/layout/banner";
import { ConfirmDialog } from "../shared/layout/confirm-dialog";
import { asApiError } from "../shared/requests/api";
import { Button } from "../ui/forms/button";
import { TextField } from "../ui/forms/field";
import { Segmented } from "../ui/forms/segmented";
import { Dialog } from "../ui/overlays/dialog";
import { FormFooter } from "../ui/overlays/form-footer";
import { type ApiKey, keyDisplayName } from "./api";
import { AddressesField, parseAddresses, ScopeField } from "./limit-fields";
import type { KeyActionState } from "./use-keys";

interface KeyDialogProps {
  actions: KeyActionState;
  onClose: () => void;
}

function ErrorBanner({ title, error }: { title: string; error: unknown }): ReactNode {
  return (
    error !== null && (
      <Banner tone="red" title={`${title} Nothing changed.`} urgent>
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
  const fault = error?.findFieldError("/name", { label: "Name", expected: "type 1 to 200 characters." });
  const isAtField = error?.fieldErrors.some(({ pointer }) => /^\/(name|allowed_addresses)/.test(pointer));
  const submit = () => {
    setSent(addresses);
    issue.mutate({ name, mode, scope, allowed_addresses: parseAddresses(addresses) });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={mode === "live" ? "Issue a live key" : "Issue a test key"}
      description={
        mode === "live"
          ? "The key acts for your organisation within the limits set here."
          : "It works on test data alone. No real money moves."
      }
      footer={
        <FormFooter form={form} isBusy={issue.isPending} onCancel={onClose}>
          Issue key
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
          label="Name"
          size="large"
          autoComplete="off"
          placeholder="Which system will use it"
          value={name}
          onChange={(change) => setName(change.target.value)}
          error={fault}
        />
        <ScopeField value={scope} onChange={setScope} />
        <AddressesField value={addresses} onChange={setAddresses} error={error} sent={sent} />
        {!isAtField && <ErrorBanner title="The key was not issued." error={issue.error} />}
      </form>
    </Dialog>
  );
}

const OVERLAPS = [
  { value: "0", label: "Not at all" },
  { value: "1", label: "1 h" },
  { value: "24", label: "24 h" },
  { value: "168", label: "7 days" },
] as const;

/** Dialog to rotate a key; asks how long the old key stays valid. */
export function RotateKeyDialog({ of: key, actions: { rotate }, onClose }: KeyDialogProps & { of: ApiKey }) {
  const [hours, setHours] = useState<(typeof OVERLAPS)[number]["value"]>("24");
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Rotate ${keyDisplayName(key)}?`}
      description="A new key takes its place. The old one keeps working for a while, so that nothing stops before you have changed over."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            busy={rotate.isPending}
            onClick={() => rotate.mutate({ keyId: key.key_id, overlapHours: Number(hours) })}
          >
            Rotate key
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3 text-body">
          The old key keeps working
          <Segmented label="The old key keeps working" choices={OVERLAPS} value={hours} onChange={setHours} />
        </div>
        <ErrorBanner title="The key was not rotated." error={rotate.error} />
      </div>
    </Dialog>
  );
}

/** Confirms the revocation of a key and shows when it was last used. */
export function RevokeKeyDialog({ of: key, actions: { revoke }, onClose }: KeyDialogProps & { of: ApiKey }) {
  return (
    <ConfirmDialog
      title={`Revoke ${keyDisplayName(key)}?`}
      description="From that moment every request with it is refused. This cannot be undone."
      cancelLabel="Keep it"
      confirmLabel="Revoke key"
      isBusy={revoke.isPending}
      failure={{ title: "The key was not revoked.", thrown: revoke.error }}
      onConfirm={() => revoke.mutate(key.key_id)}
      onClose={onClose}
    >
      <dl className="flex items-center justify-between gap-4 rounded-card bg-subtle px-4 py-3 text-body">
        <dt className="text-ink-2">Last used</dt>
        <dd className="font-semibold">{key.last_used_at ? <Ago at={key.last_used_at} /> : "Never"}</dd>
      </dl>
    </ConfirmDialog>
  );
}
