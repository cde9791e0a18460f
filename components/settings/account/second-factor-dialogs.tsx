import { useId, useState } from "react";
import { ConfirmDialog } from "../../shared/layout/confirm-dialog";
import { Button } from "../../ui/forms/button";
import { FormFooter } from "../../ui/forms/form-footer";
import { Dialog } from "../../ui/overlays/dialog";
import { useTurnOff } from "./account-requests";
import { RecoveryCodes } from "./recovery-codes";
import { SecondFactorSetUp } from "./second-factor-set-up";
import * as texts from "./texts";

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
      title={texts.setUpASecondFactor}
      description={texts.signingInNeedsACode}
      footer={
        <FormFooter form={formId} isBusy={isBusy} onCancel={onClose}>
          {texts.turnOn}
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
      title={texts.yourRecoveryCodes}
      description={texts.theyAreShownOnce}
      footer={
        <Button tone="primary" onClick={onClose}>
          {texts.iHaveStoredThem}
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
      title={texts.turnOffYourSecondFactor}
      description={texts.passwordAloneSignsYouIn}
      cancelLabel={texts.keepItOn}
      confirmLabel={texts.turnOff}
      isBusy={turnOff.isPending}
      failure={{ title: texts.itIsStillOn, thrown: turnOff.error }}
      onConfirm={() => turnOff.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
