"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { RefreshCw } from "@/components/ui/icons/icons";
import { Eye, EyeOff } from "@/components/ui/icons/late-icons";
import { formatDuration } from "@/lib/core/format/format-date";
import { useNow } from "../../shared/format/clock";
import { sendJson } from "../../shared/requests/api";
import { showFailure } from "../../shared/requests/show-failure";
import { CopyButton } from "../../ui/feedback/copy-button";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import { Dialog } from "../../ui/overlays/dialog";
import type { SecretStateJson, SigningSecretsJson } from "../api";
import * as texts from "./texts";

interface SecretLineProps {
  state: SecretStateJson;
  /** Path of the secrets in the JSON API, below which they are shown and rotated. */
  path: string;
  /** What the secret signs: "every event of your organisation". */
  signs: string;
  mayManageKeys: boolean;
  onChanged: () => void;
}

/**
 * The last characters of the signing secret; members with the permission can reveal all of it, which is
 * recorded in the audit log.
 */
export function SecretLine({ state, path, signs, mayManageKeys, onChanged }: SecretLineProps) {
  const [secret, setSecret] = useState<string>();
  const show = useMutation({
    mutationFn: () => sendJson<SigningSecretsJson>("POST", `${path}/show`),
    onSuccess: ({ secrets }) => setSecret(secrets[0]?.secret),
    onError: showFailure(texts.theSecretWasNotShown),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="text-ink-3 text-body">{texts.signingSecret}</span>
      <code className="min-w-0 break-all font-mono text-meta">
        {secret ?? `whsec_••••••••••••${state.secret_ends}`}
      </code>
      {secret && <CopyButton text={secret} name={texts.theSigningSecret} />}
      {mayManageKeys && (
        <span className="ml-auto flex gap-2">
          {secret ? (
            <Button size="small" onClick={() => setSecret(undefined)}>
              <EyeOff aria-hidden />
              {texts.hide}
            </Button>
          ) : (
            <Button size="small" busy={show.isPending} onClick={() => show.mutate()}>
              <Eye aria-hidden />
              {texts.reveal}
            </Button>
          )}
          <RotateButton
            path={path}
            signs={signs}
            onRotated={(fresh) => {
              setSecret(fresh);
              onChanged();
            }}
          />
        </span>
      )}
      {state.retiring.map((old) => (
        <RetiringSecret key={old.retires_at} {...old} />
      ))}
    </div>
  );
}

/** Time left during which a rotated secret still signs next to the current one. */
function RetiringSecret({ secret_ends: ends, retires_at: until }: SecretStateJson["retiring"][number]) {
  const now = useNow();
  const leftMs = Date.parse(until) - now.getTime();
  if (leftMs <= 0) return null;
  return (
    <p className="basis-full text-amber text-meta">
      {texts.theSecretThatEndsIn}
      <code className="font-mono">{ends}</code>
      {texts.signsBesideItFor}
      <span suppressHydrationWarning className="figures">
        {formatDuration(leftMs)}
      </span>
      {texts.changeYourReceiverOverBeforeThat}
    </p>
  );
}

interface RotateButtonProps extends Pick<SecretLineProps, "path" | "signs"> {
  onRotated: (secret: string | undefined) => void;
}

function RotateButton({ path, signs, onRotated }: RotateButtonProps) {
  const [asking, setAsking] = useState(false);
  const rotate = useMutation({
    mutationFn: () => sendJson<SigningSecretsJson>("POST", `${path}/rotate`),
    onSuccess: ({ secrets }) => {
      setAsking(false);
      toast({ text: texts.rotatedBothSecretsSign });
      onRotated(secrets[0]?.secret);
    },
    onError: showFailure(texts.theSecretWasNotRotated),
  });
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        <RefreshCw aria-hidden />
        {texts.rotate}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.rotateTheSigningSecret}
        description={texts.aNewSecretSigns(signs)}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{texts.keepTheSecret}</Button>
            <Button tone="primary" busy={rotate.isPending} onClick={() => rotate.mutate()}>
              {texts.rotateSecret}
            </Button>
          </>
        }
      />
    </>
  );
}
