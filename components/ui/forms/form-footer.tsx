import type { ReactNode } from "react";
import { Button } from "./button";
import * as texts from "./texts";

interface FormFooterProps {
  /** Id of the form that the button submits. */
  form: string;
  isBusy: boolean;
  /** Whether nothing can be submitted yet. */
  isDisabled?: boolean;
  onCancel: () => void;
  /** Label of the submit button. */
  children: ReactNode;
}

/** Footer of a dialog with a form: Cancel and the button that submits it. */
export function FormFooter({ form, isBusy, isDisabled, onCancel, children }: FormFooterProps) {
  return (
    <>
      <Button onClick={onCancel}>{texts.cancel}</Button>
      <Button tone="primary" type="submit" form={form} busy={isBusy} disabled={isDisabled}>
        {children}
      </Button>
    </>
  );
}
