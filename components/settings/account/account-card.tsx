"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Instant } from "../../shared/format/instant";
import { Card, CardHead } from "../../shared/layout/card";
import { Button } from "../../ui/forms/button";
import { LazyPart } from "../../ui/overlays/lazy";
import { type SecondFactorJson, useRenewCodes, useSecondFactor } from "./account-requests";
import * as texts from "./texts";

const fetchPassword = () => import("./password-dialog").then((one) => one.PasswordDialog);
const fetchSetUp = () => import("./second-factor-dialogs").then((one) => one.SetUpDialog);
const fetchTurnOff = () => import("./second-factor-dialogs").then((one) => one.TurnOffDialog);
const fetchCodes = () => import("./second-factor-dialogs").then((one) => one.CodesDialog);

type Open = "password" | "set-up" | "turn-off" | { codes: string[] };

/** The member's password and second factor. */
export function AccountCard({ email, initial }: { email: string; initial: SecondFactorJson }) {
  const [open, setOpen] = useState<Open>();
  const router = useRouter();
  const factor = useSecondFactor(initial);
  const close = () => setOpen(undefined);
  // The identity dialog asks for a code only if there is a second factor, so the page data must be refreshed.
  const changed = () => {
    close();
    router.refresh();
  };
  return (
    <Card aria-label={texts.yourAccount}>
      <CardHead title={texts.yourAccount} count={email} />
      <SettingRow name={texts.password} note={texts.changingEndsOtherSignIns}>
        <Button size="small" onClick={() => setOpen("password")}>
          {texts.changePassword}
        </Button>
      </SettingRow>
      <SettingRow name={texts.secondFactor} note={<FactorNote factor={factor} />}>
        <SecondFactorActions factor={factor} onOpen={setOpen} />
      </SettingRow>
      {open === "password" && <LazyPart part={fetchPassword} given={{ onClose: close }} onFailed={close} />}
      {open === "set-up" && <LazyPart part={fetchSetUp} given={{ onClose: changed }} onFailed={close} />}
      {open === "turn-off" && <LazyPart part={fetchTurnOff} given={{ onClose: changed }} onFailed={close} />}
      {typeof open === "object" && (
        <LazyPart part={fetchCodes} given={{ codes: open.codes, onClose: close }} onFailed={close} />
      )}
    </Card>
  );
}

function SecondFactorActions({ factor, onOpen }: { factor: SecondFactorJson; onOpen: (open: Open) => void }) {
  const renew = useRenewCodes();
  if (factor.created_at === null)
    return (
      <Button size="small" onClick={() => onOpen("set-up")}>
        {texts.setUp}
      </Button>
    );
  return (
    <>
      <Button
        size="small"
        busy={renew.isPending}
        onClick={() =>
          renew.mutate(undefined, { onSuccess: ({ recovery_codes: codes }) => onOpen({ codes }) })
        }
      >
        {texts.newRecoveryCodes}
      </Button>
      <Button size="small" onClick={() => onOpen("set-up")}>
        {texts.useAnotherApp}
      </Button>
      {!factor.is_required && (
        <Button size="small" tone="danger-text" onClick={() => onOpen("turn-off")}>
          {texts.turnOff}
        </Button>
      )}
    </>
  );
}

function SettingRow({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="border-edge border-t px-4 py-3">
      <div className="font-medium text-body">{name}</div>
      <div className="text-ink-3 text-meta">{note}</div>
      <div className="mt-2 flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

function FactorNote({ factor }: { factor: SecondFactorJson }) {
  const { created_at: since, recovery_codes_left: left, is_required: isRequired } = factor;
  if (since === null) return texts.secondFactorIsOff;
  return (
    <>
      {texts.onSince}
      <Instant at={since} as="date" />
      {texts.of10RecoveryCodesLeft(left)}
      {isRequired && texts.yourRoleNeedsIt}
    </>
  );
}
