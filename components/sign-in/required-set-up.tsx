"use client";

import { useId, useState } from "react";
import { RecoveryCodes } from "../settings/account/recovery-codes";
import { SecondFactorSetUp } from "../settings/account/second-factor-set-up";
import { signOut } from "../shared/requests/auth-client";
import { QueryProvider } from "../shared/requests/query-provider";
import { AccountPrompts } from "../shell/account-prompts";
import { Toasts } from "../ui/feedback/toast";
import { Button } from "../ui/forms/button";
import * as texts from "./texts";

/** Set-up of a second factor that the member's role requires; afterwards opens the requested page. */
export function RequiredSetUp({ next }: { next: string }) {
  const formId = useId();
  const [isBusy, setBusy] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  return (
    <QueryProvider>
      {codes ? (
        <div className="space-y-4">
          <h2 className="text-section">{texts.yourRecoveryCodes}</h2>
          <RecoveryCodes codes={codes} />
          <Button tone="primary" size="large" className="w-full" onClick={() => window.location.assign(next)}>
            {texts.iHaveStoredThem}
          </Button>
        </div>
      ) : (
        <div className="space-y-4">
          <SecondFactorSetUp formId={formId} onBusy={setBusy} onConfirmed={setCodes} />
          <Button tone="primary" size="large" type="submit" form={formId} busy={isBusy} className="w-full">
            {texts.turnOn}
          </Button>
          <Button tone="ghost" size="large" className="w-full" onClick={() => void signOut()}>
            {texts.signOut}
          </Button>
        </div>
      )}
      <AccountPrompts alerts={[]} hasSecondFactor={false} />
      <Toasts />
    </QueryProvider>
  );
}
