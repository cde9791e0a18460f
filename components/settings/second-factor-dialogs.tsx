import { useId, useRef, useState } from "react";
import { asApiError } from "../shared/api";
import { Banner } from "../shared/banner";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { useTurnOff } from "./account-requests";
import { RecoveryCodes } from "./recovery-codes";
import { SecondFactorSetUp } from "./second-factor-set-up";

/** Sets a second factor up, and then shows its recovery codes. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [isBusy, setBusy] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Set up a second factor"
      description="Signing in then needs your password and a code from your phone."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={formId} busy={isBusy}>
            Turn on
          </Button>
        </>
      }
    >
      <SecondFactorSetUp formId={formId} onBusy={setBusy} onConfirmed={setCodes} />
    </Dialog>
  );
}

/** Shows recovery codes, this once. */
export function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Your recovery codes"
      description="They are shown once. Codes that you had before no longer work."
      footer={
        <Button tone="primary" onClick={onClose}>
          I have stored them
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}

/** Asks before the second factor is turned off; the focus starts on what changes nothing. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const turnOff = useTurnOff();
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      destructive
      onOpenChange={(open) => open || onClose()}
      initialFocus={keep}
      title="Turn off your second factor?"
      description="Your password alone signs you in from then on. Your recovery codes no longer work."
      footer={
        <>
          <Button ref={keep} onClick={onClose}>
            Keep it on
          </Button>
          <Button
            tone="danger"
            busy={turnOff.isPending}
            onClick={() => turnOff.mutate(undefined, { onSuccess: onClose })}
          >
            Turn off
          </Button>
        </>
      }
    >
      {turnOff.error && (
        <Banner tone="red" urgent title="It is still on.">
          {asApiError(turnOff.error).detail}
        </Banner>
      )}
    </Dialog>
  );
}
