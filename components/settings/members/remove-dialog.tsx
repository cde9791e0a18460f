import { ConfirmDialog } from "../../shared/layout/confirm-dialog";
import { type MemberJson, useRemoveMember, useResetSecondFactor } from "./member-requests";
import * as texts from "./texts";

interface MemberDialogProps {
  member: MemberJson;
  onClose: () => void;
}

/** Confirms the removal of a member. */
export function RemoveDialog({ member, onClose }: MemberDialogProps) {
  const remove = useRemoveMember();
  const name = member.name || member.email;
  return (
    <ConfirmDialog
      title={texts.removeQuestion(name)}
      description={texts.theyAreSignedOutEverywhere}
      cancelLabel={texts.keep(name)}
      confirmLabel={texts.remove}
      isBusy={remove.isPending}
      failure={{ title: texts.wasNotRemoved(name), thrown: remove.error }}
      onConfirm={() => remove.mutate(member.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Confirms the removal of a member's second factor. */
export function ResetFactorDialog({ member, onClose }: MemberDialogProps) {
  const reset = useResetSecondFactor();
  const name = member.name || member.email;
  return (
    <ConfirmDialog
      title={texts.resetTheSecondFactorOf(name)}
      description={texts.speakToThemFirst}
      cancelLabel={texts.keepIt}
      confirmLabel={texts.reset}
      isBusy={reset.isPending}
      failure={{ title: texts.theSecondFactorWasNotReset(name), thrown: reset.error }}
      onConfirm={() => reset.mutate(member.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
