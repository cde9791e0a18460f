"use client";

import { useRef } from "react";
import { asApiError } from "../shared/api";
import { Banner } from "../shared/banner";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { type ShownMemberRow, useRemoveMember } from "./member-requests";

interface RemoveDialogProps {
  member: ShownMemberRow;
  onClose: () => void;
}

/** Asks before a member is removed; the focus starts on what changes nothing. */
export function RemoveDialog({ member, onClose }: RemoveDialogProps) {
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
