"use client";

import { useRef } from "react";
import { asApiError } from "../shared/api";
import { Banner } from "../shared/banner";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { type ShownMemberRow, useRemoveMember, useResetSecondFactor } from "./member-requests";

interface AskingDialogProps {
  member: ShownMemberRow;
  onClose: () => void;
}

/** Asks before a member is removed; the focus starts on what changes nothing. */
export function RemoveDialog({ member, onClose }: AskingDialogProps) {
  const remove = useRemoveMember();
  const keep = useRef<HTMLButtonElement>(null);
  const name = member.name || member.email;
  return (
    <Dialog
      open
      destructive
      onOpenChange={(open) => open || onClose()}
      initialFocus={keep}
      title={`Remove ${name}?`}
      description="They are signed out everywhere at once and cannot come back without a new invitation. What they did stays in the audit log."
      footer={
        <>
          <Button ref={keep} onClick={onClose}>
            Keep {name}
          </Button>
          <Button
            tone="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate(member.id, { onSuccess: onClose })}
          >
            Remove
          </Button>
        </>
      }
    >
      {remove.error && (
        <Banner tone="red" urgent title={`${name} was not removed.`}>
          {asApiError(remove.error).detail}
        </Banner>
      )}
    </Dialog>
  );
}

/** Asks before the second factor of a member who has lost it is removed. */
export function ResetFactorDialog({ member, onClose }: AskingDialogProps) {
  const reset = useResetSecondFactor();
  const keep = useRef<HTMLButtonElement>(null);
  const name = member.name || member.email;
  return (
    <Dialog
      open
      destructive
      onOpenChange={(open) => open || onClose()}
      initialFocus={keep}
      title={`Reset the second factor of ${name}?`}
      description="Do this only if you have spoken to them. They are signed out, and their password alone signs them in until they set up another."
      footer={
        <>
          <Button ref={keep} onClick={onClose}>
            Keep it
          </Button>
          <Button
            tone="danger"
            busy={reset.isPending}
            onClick={() => reset.mutate(member.id, { onSuccess: onClose })}
          >
            Reset
          </Button>
        </>
      }
    >
      {reset.error && (
        <Banner tone="red" urgent title={`The second factor of ${name} was not reset.`}>
          {asApiError(reset.error).detail}
        </Banner>
      )}
    </Dialog>
  );
}
