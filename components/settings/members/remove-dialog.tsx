import { ConfirmDialog } from "../../shared/layout/confirm-dialog";
import { type MemberJson, useRemoveMember, useResetSecondFactor } from "./member-requests";

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
      title={`Remove ${name}?`}
      description="They are signed out everywhere at once and cannot come back without a new invitation. What they did stays in the audit log."
      cancelLabel={`Keep ${name}`}
      confirmLabel="Remove"
      isBusy={remove.isPending}
      failure={{ title: `${name} was not removed.`, thrown: remove.error }}
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
      title={`Reset the second factor of ${name}?`}
      description="Do this only if you have spoken to them. They are signed out, and their password alone signs them in until they set up another."
      cancelLabel="Keep it"
      confirmLabel="Reset"
      isBusy={reset.isPending}
      failure={{ title: `The second factor of ${name} was not reset.`, thrown: reset.error }}
      onConfirm={() => reset.mutate(member.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
