import { type ReactNode, useEffect, useId, useRef, useState } from "react";
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

/**
 * An open dialog with a form, whose faults are shown by the fields instead of the browser. After a submission the first
 * faulty field gets the focus.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, description, submitLabel, isBusy, isDisabled, onSubmit, onClose, children } = props;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [submissions, setSubmissions] = useState(0);
  useEffect(() => {
    if (submissions > 0 && !isBusy) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [submissions, isBusy]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      footer={
        <FormFooter form={formId} isBusy={isBusy} {...(isDisabled && { isDisabled })} onCancel={onClose}>
          {submitLabel}
        </FormFooter>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isBusy) return;
          onSubmit();
          setSubmissions((count) => count + 1);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
