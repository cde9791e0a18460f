"use client";

import { type ReactNode, useRef } from "react";
import { Button } from "../../ui/forms/button";
import { Dialog } from "../../ui/overlays/dialog";
import { asApiError } from "../requests/api";
import { Banner } from "./banner";

interface ConfirmDialogProps {
  title: string;
  description: string;
  /** The button that changes nothing. */
  cancelLabel: string;
  confirmLabel: string;
  isBusy: boolean;
  /** The error of the last attempt, and its title. */
  failure: { title: string; thrown: unknown };
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Confirms a change that cannot be undone, and shows its error. The cancel button has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, cancelLabel, confirmLabel, isBusy, failure, onConfirm, onClose, children } =
    props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      destructive
      onOpenChange={(open) => open || onClose()}
      initialFocus={cancel}
      title={title}
      description={description}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button tone="danger" busy={isBusy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        {failure.thrown != null && (
          <Banner tone="red" urgent title={failure.title}>
            {asApiError(failure.thrown).detail}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
