import { type FormEvent, useEffect, useRef, useState } from "react";
import { signIn } from "../shared/requests/auth-client";
import { Button } from "../ui/forms/button";
import { TextField } from "../ui/forms/field";
import * as texts from "./texts";

interface CodeFormProps {
  next: string;
  /** The credentials accepted in the first step; they are sent again with the code. */
  given: { email: string; password: string };
  /** Returns to the first step, with an error text if there is one. */
  onBack: (detail?: string) => void;
}

/** The second sign-in step: asks for a code of the authenticator app or a recovery code. */
export function CodeForm({ next, given, onBack }: CodeFormProps) {
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => code.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const typed = code.current?.value.trim() ?? "";
    if (!typed) {
      setFault(texts.enterTheCode);
      return code.current?.focus();
    }
    setBusy(true);
    const result = await signIn(given.email, given.password, typed);
    if (result.is === "signed-in") return window.location.assign(next);
    setBusy(false);
    if (result.is === "refused" && result.of === "password") return onBack(result.detail);
    setFault(result.is === "refused" ? result.detail : texts.enterTheCode);
    code.current?.select();
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4">
      <TextField
        ref={code}
        size="large"
        name="code"
        label={texts.code}
        hint={texts.sixDigitsOrRecoveryCode}
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        error={fault}
      />
      <div className="space-y-2 pt-1">
        <Button tone="primary" size="large" type="submit" busy={isBusy} className="w-full">
          {texts.continueLabel}
        </Button>
        <Button tone="ghost" size="large" className="w-full" onClick={() => onBack()}>
          {texts.back}
        </Button>
      </div>
    </form>
  );
}
