import { type FormEvent, useRef } from "react";
import type { QrCode } from "@/lib/core/format/qr-code";
import { ErrorPanel } from "../../shared/layout/error-panel";
import { asApiError } from "../../shared/requests/api";
import { QrImage } from "../../ui/display/qr-image";
import { Skeleton } from "../../ui/display/skeleton";
import { CopyButton } from "../../ui/feedback/copy-button";
import { Button } from "../../ui/forms/button";
import { TextField } from "../../ui/forms/field";
import { useConfirmSetUp, useSetUpSecret } from "./account-requests";
import * as texts from "./texts";

interface SetUpProps {
  /** The form's id, for a submit button outside the form. */
  formId: string;
  onBusy: (isBusy: boolean) => void;
  /** Called with the recovery codes once the second factor is on. */
  onConfirmed: (codes: string[]) => void;
}

/** Form to set up a second factor: shows the secret as a QR code and as text, and asks for the first code. */
export function SecondFactorSetUp({ formId, onBusy, onConfirmed }: SetUpProps) {
  const secret = useSetUpSecret();
  const confirm = useConfirmSetUp();
  const code = useRef<HTMLInputElement>(null);
  const refusal = confirm.error ? asApiError(confirm.error) : undefined;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (confirm.isPending || !secret.data) return;
    onBusy(true);
    const input = { ticket: secret.data.ticket, code: code.current?.value.trim() ?? "" };
    confirm.mutate(input, {
      onSuccess: ({ recovery_codes: codes }) => onConfirmed(codes),
      onError: () => code.current?.select(),
      onSettled: () => onBusy(false),
    });
  }

  if (secret.isError) return <SetUpFailed error={secret.error} onRetry={() => secret.refetch()} />;
  return (
    <form id={formId} noValidate onSubmit={submit} className="space-y-4">
      <ol className="list-decimal space-y-1 pl-5 text-body text-ink-2">
        <li>{texts.scanWithAuthenticatorApp}</li>
        <li>{texts.enterTheSixDigitsShown}</li>
      </ol>
      {secret.data ? <Secret {...secret.data} /> : <Skeleton className="mx-auto size-44" />}
      <TextField
        ref={code}
        size="large"
        label={texts.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        error={
          refusal &&
          (refusal.findFieldError("/code", { label: texts.code, expected: texts.typeTheSixDigits }) ??
            refusal.detail)
        }
      />
    </form>
  );
}

function SetUpFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <ErrorPanel
      className="px-0 py-6"
      title={texts.theSetUpDidNotBegin}
      action={<Button onClick={onRetry}>{texts.tryAgain}</Button>}
    >
      {texts.nothingHasChanged(asApiError(error).detail)}
    </ErrorPanel>
  );
}

function Secret({ qr, secret }: { qr: QrCode; secret: string }) {
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <div className="flex flex-col items-center gap-3">
      <div className="rounded-card border border-edge bg-white p-4">
        <QrImage qr={qr} label={texts.qrCodeForAnAuthenticatorApp} className="size-40" />
      </div>
      <dl className="flex w-full flex-col gap-1.5 text-meta">
        <dt className="font-medium text-ink-2">{texts.keyForTheApp}</dt>
        <dd className="flex items-center gap-2 rounded-field bg-subtle px-3 py-2">
          <code className="min-w-0 flex-1 select-all font-mono">{groups.join(" ")}</code>
          <CopyButton text={secret} name={texts.theKey} />
        </dd>
      </dl>
    </div>
  );
}
