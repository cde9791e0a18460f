import { type FormEvent, useId, useRef, useState } from "react";
import { ApiError, asApiError, sendJson } from "../shared/requests/api";
import type { Prompt } from "../shared/requests/confirm-identity";
import { TextField } from "../ui/forms/field";
import { FormFooter } from "../ui/forms/form-footer";
import { Segmented } from "../ui/forms/segmented";
import { Dialog } from "../ui/overlays/dialog";
import * as texts from "./late-texts";

interface IdentityDialogProps {
  asked: Prompt;
  /** Whether the member can give a code instead of the password. */
  hasSecondFactor: boolean;
}

type Kind = "password" | "code";

const KINDS = [
  { value: "password", label: texts.password },
  { value: "code", label: texts.code },
] as const;

const FIELDS = {
  password: { label: texts.password, type: "password", autoComplete: "current-password" },
  code: {
    label: texts.code,
    type: "text",
    autoComplete: "one-time-code",
    hint: texts.sixDigitsOrRecoveryCode,
  },
} as const;

/** Asks for the password or a code again before a sensitive action, in case another person uses an unattended browser. */
export function IdentityDialog({ asked: { complete }, hasSecondFactor }: IdentityDialogProps) {
  const form = useId();
  const [kind, setKind] = useState<Kind>("password");
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    if (isBusy) return;
    setBusy(true);
    try {
      await sendJson("POST", "/api/dashboard/account/confirm", { [kind]: input.current?.value ?? "" });
      complete(true);
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.status === 401) return complete(false);
      setBusy(false);
      setFault(asApiError(thrown).detail);
      input.current?.select();
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || complete(false)}
      initialFocus={input}
      title={texts.confirmThatItIsYou}
      description={texts.needsPasswordOrCode}
      footer={
        <FormFooter form={form} isBusy={isBusy} onCancel={() => complete(false)}>
          {texts.confirm}
        </FormFooter>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-4">
        {hasSecondFactor && (
          <Segmented
            label={texts.confirmBy}
            choices={KINDS}
            value={kind}
            onChange={(next) => {
              setKind(next);
              setFault(undefined);
            }}
          />
        )}
        <TextField
          key={kind}
          ref={input}
          size="large"
          {...FIELDS[kind]}
          autoCapitalize="none"
          spellCheck={false}
          error={fault}
        />
      </form>
    </Dialog>
  );
}
