"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { type SignInError, signIn } from "../shared/requests/auth-client";
import { eraseLastTotals } from "../ui/browser/erase-totals";
import { Button } from "../ui/forms/button";
import { TextField } from "../ui/forms/field";
import { PasswordField } from "../ui/forms/password-field";
import { CodeForm } from "./code-form";
import * as texts from "./texts";

type Faults = { email?: string; password?: string; form?: string };

const text = (form: FormData, name: string) => String(form.get(name) ?? "");

function findMissing(email: string, password: string): Faults | undefined {
  if (!email.trim()) return { email: texts.enterYourEMailAddress };
  return password ? undefined : { password: texts.enterYourPassword };
}

const toFaults = ({ detail, of }: SignInError): Faults =>
  of === "form" ? { form: detail } : { password: detail };

interface SignInFormProps {
  /** The path to open after signing in. */
  next: string;
  /** Whether the service mails links that set a new password. */
  sendsMail: boolean;
}

/**
 * Sign-in form with a second step for members with a second factor. Before hydration the form submits by POST, so that a
 * password is never part of a URL.
 */
export function SignInForm({ next, sendsMail }: SignInFormProps) {
  const [faults, setFaults] = useState<Faults>({});
  const [isBusy, setBusy] = useState(false);
  const [accepted, setAccepted] = useState<{ email: string; password: string }>();
  // Also a sign-in that has ended elsewhere leaves nothing on this device.
  useEffect(eraseLastTotals, []);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const typed = { email: text(form, "email"), password: text(form, "password") };
    const missing = findMissing(typed.email, typed.password);
    setBusy(true);
    const result = missing ? undefined : await signIn(typed.email, typed.password);
    if (result?.is === "signed-in") return window.location.assign(next);
    setBusy(false);
    if (result?.is === "code-needed") return setAccepted(typed);
    const shown = missing ?? (result && toFaults(result)) ?? {};
    setFaults(shown);
    if (shown.email) email.current?.focus();
    if (shown.password) password.current?.select();
  }

  if (accepted)
    return (
      <CodeForm
        next={next}
        given={accepted}
        onBack={(detail) => {
          setAccepted(undefined);
          setFaults(detail ? { password: detail } : {});
        }}
      />
    );
  return (
    <form
      method="post"
      action="/api/auth/callback/credentials"
      noValidate
      onSubmit={submit}
      className="space-y-2.5"
    >
      <TextField
        size="large"
        name="email"
        type="email"
        label={texts.workEmail}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        ref={email}
        error={faults.email}
        noteLines={1}
      />
      <PasswordField
        name="password"
        label={texts.password}
        aside={sendsMail && <ForgotLink />}
        autoComplete="current-password"
        ref={password}
        error={faults.password}
        noteLines={2}
      />
      <div className="pt-1">
        <Button tone="primary" size="large" type="submit" busy={isBusy} className="w-full">
          {texts.signIn}
        </Button>
        {/* Its line is kept free, so that an error moves nothing. */}
        <p role="alert" className="mt-3 min-h-[36px] text-[13px] text-red leading-[18px]">
          {faults.form}
        </p>
      </div>
    </form>
  );
}

const ForgotLink = () => (
  <a className="font-medium text-ink underline underline-offset-4" href="/forgot-password">
    {texts.forgotPassword}
  </a>
);
