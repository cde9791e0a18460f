"use client";

import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { type JoinLink, redeem, useJoinLink } from "./join-link";
import { PasswordField } from "./password-field";

const SPENT = "This link has been used or is too old. Ask for a new one.";

/** Does what the link of the page's address is for: lets a person join an organisation, or set another password. */
export function JoinForm() {
  const found = useJoinLink();
  if (found === "reading")
    return (
      <p role="status" className="text-[14px] text-ink-2 leading-5">
        Reading the link…
      </p>
    );
  if (typeof found === "string")
    return (
      <p role="alert" className="text-[14px] text-ink leading-5">
        {found === "spent" ? SPENT : found.slice("failed: ".length)}
      </p>
    );
  return <LinkForm key={found.token} link={found} />;
}

/** What the link is for, and what is asked, in words. */
function wordsOf({ purpose, asks_for, organisation, email }: JoinLink) {
  if (purpose === "reset")
    return {
      intro: `Choose another password for ${email}.`,
      button: "Set password",
      done: "Your password is set.",
    };
  const done = `You are a member of ${organisation} now.`;
  if (asks_for === "new_password")
    return {
      intro: `Join ${organisation} as ${email}. Choose the password to sign in with.`,
      button: "Set password",
      done,
    };
  return {
    intro: `${email} signs in to Takings already. Give that password to join ${organisation} too.`,
    button: `Join ${organisation}`,
    done: `${done} Where you are signed in already, switch to it in the account menu.`,
  };
}

type Faults = { password?: string; code?: string };

function LinkForm({ link }: { link: JoinLink }) {
  const [faults, setFaults] = useState<Faults>({});
  const [isDone, setDone] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (needsCode) code.current?.focus();
  }, [needsCode]);
  const words = wordsOf(link);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const given = { password: password.current?.value ?? "", code: code.current?.value.trim() };
    const result = await redeem(link.token, given);
    setBusy(false);
    if (result.is === "done") return setDone(true);
    if (result.is === "code-needed") {
      setFaults({});
      return setNeedsCode(true);
    }
    setFaults({ [result.of]: result.detail });
    (result.of === "code" ? code : password).current?.select();
  }

  if (isDone) return <Done words={words.done} email={link.email} />;
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4">
      <p className="break-words text-[14px] text-ink leading-5">{words.intro}</p>
      <LinkPassword asksFor={link.asks_for} field={password} fault={faults.password} />
      {needsCode && (
        <TextField
          ref={code}
          size="large"
          name="code"
          label="Code"
          hint="The six digits that your authenticator app shows, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          error={faults.code}
        />
      )}
      <Button tone="primary" size="large" type="submit" busy={isBusy} className="h-auto min-h-11 w-full">
        {words.button}
      </Button>
    </form>
  );
}

interface LinkPasswordProps {
  asksFor: JoinLink["asks_for"];
  field: RefObject<HTMLInputElement | null>;
  fault: string | undefined;
}

function LinkPassword({ asksFor, field, fault }: LinkPasswordProps) {
  if (asksFor === "new_password")
    return (
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        hint="10 to 200 characters, and not a common password."
        ref={field}
        error={fault}
      />
    );
  return (
    <PasswordField
      name="password"
      label="Your password"
      autoComplete="current-password"
      hint="The one that you sign in with. It stays as it is."
      ref={field}
      error={fault}
    />
  );
}

function Done({ words, email }: { words: string; email: string }) {
  return (
    <p role="status" className="break-words text-[14px] text-ink leading-5">
      {words}{" "}
      <a className="font-medium text-brand underline underline-offset-4" href="/login">
        Sign in as {email}
      </a>
    </p>
  );
}
