"use client";

import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "../ui/forms/button";
import { TextField } from "../ui/forms/field";
import { PasswordField } from "../ui/forms/password-field";
import { type JoinLink, redeem, useJoinLink } from "./join-link";
import * as texts from "./texts";

const LINK_INVALID = texts.thisLinkHasBeenUsed;

/** Form for the link in the page's URL: joins an organisation or sets a new password. */
export function JoinForm() {
  const link = useJoinLink();
  if (link === "reading")
    return (
      <p role="status" className="text-[14px] text-ink-2 leading-5">
        {texts.readingTheLink}
      </p>
    );
  if (link === "spent" || "failed" in link)
    return (
      <p role="alert" className="text-[14px] text-ink leading-5">
        {link === "spent" ? LINK_INVALID : link.failed}
      </p>
    );
  return <LinkForm key={link.token} link={link} />;
}

/** Texts for the link's purpose and the password that it needs. */
function textsFor({ purpose, asks_for, organisation, email }: JoinLink) {
  if (purpose === "reset")
    return {
      intro: texts.chooseAnotherPasswordFor(email),
      button: texts.setPassword,
      done: texts.yourPasswordIsSet,
    };
  const done = texts.youAreAMemberNow(organisation);
  if (asks_for === "new_password")
    return {
      intro: texts.joinAndChooseAPassword(organisation, email),
      button: texts.setPassword,
      done,
    };
  return {
    intro: texts.signsInToTakingsAlready(email, organisation),
    button: texts.join(organisation),
    done: texts.switchWhereSignedIn(done),
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
  const own = textsFor(link);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const input = { password: password.current?.value ?? "", code: code.current?.value.trim() };
    const result = await redeem(link.token, input);
    setBusy(false);
    if (result.is === "done") return setDone(true);
    if (result.is === "code-needed") {
      setFaults({});
      return setNeedsCode(true);
    }
    setFaults({ [result.of]: result.detail });
    (result.of === "code" ? code : password).current?.select();
  }

  if (isDone) return <Done text={own.done} email={link.email} />;
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4">
      <p className="break-words text-[14px] text-ink leading-5">{own.intro}</p>
      <LinkPassword asksFor={link.asks_for} field={password} fault={faults.password} />
      {needsCode && <CodeField field={code} fault={faults.code} />}
      <Button tone="primary" size="large" type="submit" busy={isBusy} className="h-auto min-h-11 w-full">
        {own.button}
      </Button>
    </form>
  );
}

function CodeField({
  field,
  fault,
}: {
  field: RefObject<HTMLInputElement | null>;
  fault: string | undefined;
}) {
  return (
    <TextField
      ref={field}
      size="large"
      name="code"
      label={texts.code}
      hint={texts.sixDigitsOrRecoveryCode}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      error={fault}
    />
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
        label={texts.newPassword}
        autoComplete="new-password"
        hint={texts.tenTo200Characters}
        ref={field}
        error={fault}
      />
    );
  return (
    <PasswordField
      name="password"
      label={texts.yourPassword}
      autoComplete="current-password"
      hint={texts.theOneYouSignInWith}
      ref={field}
      error={fault}
    />
  );
}

function Done({ text, email }: { text: string; email: string }) {
  return (
    <p role="status" className="break-words text-[14px] text-ink leading-5">
      {text}{" "}
      <a className="font-medium text-brand underline underline-offset-4" href="/login">
        {texts.signInAs(email)}
      </a>
    </p>
  );
}
