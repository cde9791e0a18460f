"use client";

import { type FormEvent, useRef, useState } from "react";
import { asApiError, sendJson } from "../shared/requests/api";
import { Button } from "../ui/forms/button";
import { TextField } from "../ui/forms/field";
import * as texts from "./texts";

/** Form that asks for a link to set a new password. Its answer does not show whether somebody signs in with the address. */
export function ForgotPasswordForm() {
  const [fault, setFault] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const email = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = email.current?.value.trim() ?? "";
    if (isBusy) return;
    if (!typed) {
      setFault(texts.enterYourEMailAddress);
      return email.current?.focus();
    }
    setBusy(true);
    const failure = await sendJson("POST", "/api/forgot-password", { email: typed }).then(
      () => undefined,
      (thrown: unknown) => asApiError(thrown).detail,
    );
    setBusy(false);
    setFault(failure);
    if (failure) email.current?.focus();
    else setSentTo(typed);
  }

  if (sentTo) return <Sent to={sentTo} />;
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4">
      <TextField
        size="large"
        name="email"
        type="email"
        label={texts.workEmail}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        ref={email}
        error={fault}
        noteLines={2}
      />
      <Button tone="primary" size="large" type="submit" busy={isBusy} className="w-full">
        {texts.sendTheLink}
      </Button>
      <p className="text-[14px] leading-5">
        <SignInLink />
      </p>
    </form>
  );
}

const Sent = ({ to }: { to: string }) => (
  <p role="status" className="break-words text-[14px] text-ink leading-5">
    {texts.aLinkIsOnItsWay(to)}
    <SignInLink />
  </p>
);

const SignInLink = () => (
  <a className="font-medium text-brand underline underline-offset-4" href="/login">
    {texts.backToSignIn}
  </a>
);
