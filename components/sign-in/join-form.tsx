"use client";

import { type FormEvent, useRef, useState } from "react";
import { Button } from "../ui/button";
import { PasswordField } from "./password-field";

/** The token of the link by which the page was opened: its fragment, `#token=…`. */
const tokenInAddress = () => new URLSearchParams(window.location.hash.slice(1)).get("token") ?? "";

/** Sets the password that a link lets one set. */
export function JoinForm() {
  const [fault, setFault] = useState<string>();
  const [email, setEmail] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const password = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const answer = await fetch("/api/join", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: tokenInAddress(), password: password.current?.value ?? "" }),
    }).catch(() => undefined);
    const told = await answer?.json().catch(() => undefined);
    setBusy(false);
    if (answer?.ok) return setEmail(told.data.email);
    setFault(told?.detail ?? "Takings cannot be reached right now. Check your connection, then try again.");
    password.current?.select();
  }

  if (email) {
    return (
      <p role="status" className="text-[14px] text-ink leading-5">
        Your password is set.{" "}
        <a className="font-medium text-brand underline underline-offset-4" href="/login">
          Sign in as {email}
        </a>
      </p>
    );
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4">
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        hint="10 to 200 characters, and not a common password."
        ref={password}
        error={fault}
      />
      <Button tone="primary" size="large" type="submit" busy={isBusy} className="w-full">
        Set password
      </Button>
    </form>
  );
}
