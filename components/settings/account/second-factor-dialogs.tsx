import { useId, useState } from "react";
import { ConfirmDialog } from "../../shared/layout/confirm-dialog";
import { Button } from "../../ui/forms/button";
import { Dialog } from "../../ui/overlays/dialog";
import { FormFooter } from "../../ui/overlays/form-footer";
import { useTurnOff } from "./account-requests";
import { RecoveryCodes } from "./recovery-codes";
import { SecondFactorSetUp } from "./second-factor-set-up";

/** Sets up a second factor, then shows its recovery codes. */
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
        <FormFooter form={formId} isBusy={isBusy} onCancel={onClose}>
          Turn on
        </FormFooter>
      }
    >
      <SecondFactorSetUp formId={formId} onBusy={setBusy} onConfirmed={setCodes} />
    </Dialog>
  );
}

/** Shows new recovery codes. The server returns them only once. */
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

/** Confirms turning the second factor off. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const turnOff = useTurnOff();
  return (
    <ConfirmDialog
      title="Turn off your second factor?"
      description="Your password alone signs you in from then on. Your recovery codes no longer work."
      cancelLabel="Keep it on"
      confirmLabel="Turn off"
      isBusy={turnOff.isPending}
      failure={{ title: "It is still on.", thrown: turnOff.error }}
      onConfirm={() => turnOff.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
