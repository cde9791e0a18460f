import { type ReactNode, useId } from "react";
import { FormFooter } from "../forms/form-footer";
import { Dialog } from "./dialog";

interface FormDialogProps {
  title: ReactNode;
  description: ReactNode;
  /** Label of the submit button. */
  submitLabel: string;
  isBusy: boolean;
  /** Whether nothing can be submitted yet. */
  isDisabled?: boolean;
  /** Called unless the form is being submitted already. */
  onSubmit: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** An open dialog with a form, whose faults are shown by the fields instead of the browser. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, submitLabel, isBusy, isDisabled, onSubmit, onClose, children } = props;
  const form = useId();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      footer={
        <FormFooter form={form} isBusy={isBusy} {...(isDisabled && { isDisabled })} onCancel={onClose}>
          {submitLabel}
        </FormFooter>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
