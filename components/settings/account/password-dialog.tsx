import { type FormEvent, useId, useRef } from "react";
import { Banner } from "../../shared/layout/banner";
import { asApiError } from "../../shared/requests/api";
import { toast } from "../../ui/feedback/toast";
import { FormFooter } from "../../ui/forms/form-footer";
import { PasswordField } from "../../ui/forms/password-field";
import { Dialog } from "../../ui/overlays/dialog";
import { useChangePassword } from "./account-requests";
import * as texts from "./texts";

const successText = (count: number) =>
  count === 0 ? texts.yourPasswordIsChanged : texts.yourPasswordIsChangedAndSignInsEnded(count);

/** Dialog to change the member's password. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const change = useChangePassword();
  const current = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLInputElement>(null);
  const refusal = change.error ? asApiError(change.error) : undefined;
  const currentFault = refusal?.findFieldError("/current_password", { label: texts.currentPassword });
  const nextFault = refusal?.findFieldError("/password", { label: texts.newPassword });

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
      title={texts.changeYourPassword}
      description={texts.yourOtherSignInsEnd}
      footer={
        <FormFooter form={form} isBusy={change.isPending} onCancel={onClose}>
          {texts.changePassword}
        </FormFooter>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-4">
        <PasswordField
          ref={current}
          name="current-password"
          label={texts.currentPassword}
          autoComplete="current-password"
          error={currentFault}
        />
        <PasswordField
          ref={next}
          name="new-password"
          label={texts.newPassword}
          autoComplete="new-password"
          hint={texts.tenTo200Characters}
          error={nextFault}
        />
        {refusal && !currentFault && !nextFault && (
          <Banner tone="red" urgent title={texts.thePasswordWasNotChanged}>
            {refusal.detail}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
