"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import type { MemberRole } from "@/lib/core/roles";
import { asApiError } from "../../shared/requests/api";
import { TextField } from "../../ui/forms/field";
import { FormFooter } from "../../ui/forms/form-footer";
import { Dialog } from "../../ui/overlays/dialog";
import { type MemberLink, useInvite } from "./member-requests";
import { RoleSelect } from "./role-select";
import * as texts from "./texts";

interface InviteDialogProps {
  onClose: () => void;
  onInvited: (name: string, link: MemberLink) => void;
}

const text = (form: FormData, name: string) => String(form.get(name) ?? "").trim();

/** Dialog to invite a member with a role. */
export function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const [role, setRole] = useState<MemberRole>("viewer");
  const invite = useInvite();
  const email = useRef<HTMLInputElement>(null);
  const formId = useId();
  const refusal = invite.error ? asApiError(invite.error) : undefined;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const invitee = { email: text(form, "email"), name: text(form, "name"), role };
    invite.mutate(invitee, {
      onSuccess: (link) => onInvited(invitee.name || invitee.email, link),
      onError: () => email.current?.focus(),
    });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      initialFocus={email}
      title={texts.inviteAMember}
      description={texts.youGetALinkToSend}
      footer={
        <FormFooter form={formId} isBusy={invite.isPending} onCancel={onClose}>
          {texts.makeTheLink}
        </FormFooter>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        <TextField
          ref={email}
          label={texts.workEmail}
          name="email"
          type="email"
          autoComplete="off"
          required
          error={
            refusal &&
            (refusal.findFieldError("/email", {
              label: texts.workEmail,
              expected: texts.typeAnAddress,
            }) ??
              refusal.detail)
          }
        />
        <TextField label={texts.name} aside={texts.optional} name="name" autoComplete="off" maxLength={120} />
        <div className="flex flex-col gap-1.5 text-meta">
          <span aria-hidden className="font-medium text-ink-2">
            {texts.role}
          </span>
          <RoleSelect label={texts.role} value={role} onRole={setRole} className="w-full" />
          <p className="text-ink-3">{texts.rolesTableListsPermissions}</p>
        </div>
      </form>
    </Dialog>
  );
}
