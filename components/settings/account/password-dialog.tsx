import { type FormEvent, useId, useRef } from "react";
import { Banner } from "../../shared/layout/banner";
import { asApiError } from "../../shared/requests/api";
import { toast } from "../../ui/feedback/toast";
import { PasswordField } from "../../ui/forms/password-field";
import { Dialog } from "../../ui/overlays/dialog";
import { FormFooter } from "../../ui/overlays/form-footer";
import { useChangePassword } from "./account-requests";

const successText = (count: number) =>
  count === 0
    ? "Your password is changed."
    : `Your password is changed, and ${count === 1 ? "one other sign-in was" : `${count} other sign-ins were`} ended.`;

/** Dialog to change the member's password. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const change = useChangePassword();
  const current = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLInputElement>(null);
  const refusal = change.error ? asApiError(change.error) : undefined;
  const currentFault = refusal?.findFieldError("/current_password", { label: "Current password" });
  const nextFault = refusal?.findFieldError("/password", { label: "New password" });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (change.isPending) return;
    const input = { current_password: current.current?.value ?? "", password: next.current?.value ?? "" };
    change.mutate(input, {
      onSuccess: ({ count }) => {
        toast({ text: successText(count) });
        onClose();
      },
      onError: (thrown) => (asApiError(thrown).hasFieldError("/password") ? next : current).current?.select(),
    });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      initialFocus={current}
      title="Change your password"
      description="Your other sign-ins end, this one stays."
      footer={
        <FormFooter form={form} isBusy={change.isPending} onCancel={onClose}>
          Change password
        </FormFooter>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-4">
        <PasswordField
          ref={current}
          name="current-password"
          label="Current password"
          autoComplete="current-password"
          error={currentFault}
        />
        <PasswordField
          ref={next}
          name="new-password"
          label="New password"
          autoComplete="new-password"
          hint="10 to 200 characters, and not a common password."
          error={nextFault}
        />
        {refusal && !currentFault && !nextFault && (
          <Banner tone="red" urgent title="The password was not changed.">
            {refusal.detail}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
