import * as Radix from "radix-ui/dialog";
import { type ReactNode, type RefObject, useRef } from "react";
import { X } from "@/components/ui/icons/icons";
import { findOpener, hasFocusMoved, returnFocus } from "../browser/return-focus";
import { cn } from "../display/cn";
import { Button } from "../forms/button";
import * as texts from "./late-texts";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Accessible description. */
  description?: ReactNode;
  /** For actions that cannot be undone: no close button, and announced as an alert. */
  destructive?: boolean;
  /** The element that gets the initial focus; by default the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null>;
  className?: string;
  /** The buttons, with the primary one last. */
  footer?: ReactNode;
  children?: ReactNode;
}

const PANEL =
  "fixed inset-0 z-50 m-auto flex h-fit max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-[480px] animate-dialog-in flex-col rounded-dialog border border-edge bg-surface shadow-high outline-none max-md:mb-4";

/**
 * A modal dialog. Esc and a press outside close it, and the focus returns. The scrim is a separate element:
 * Radix's writes a style element, which the content security policy blocks.
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, destructive, initialFocus, className, footer, children } =
    props;
  const opener = useRef<HTMLElement>(undefined);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div data-modal="" className="fixed inset-0 z-50 animate-fade-in bg-scrim" />
        <Radix.Content
          {...(destructive && { role: "alertdialog" })}
          {...(!description && { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            opener.current = findOpener();
            if (!initialFocus) return;
            event.preventDefault();
            initialFocus.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            // Radix returns the focus to its own trigger only, which these dialogs do not have.
            event.preventDefault();
            if (!hasFocusMoved()) returnFocus(opener.current);
          }}
          aria-modal
          className={cn(PANEL, className)}
        >
          <DialogHeader title={title} description={description} {...(destructive && { destructive })} />
          <div className="min-h-0 overflow-y-auto px-5 pt-4 pb-5">{children}</div>
          {footer && (
            <div className="flex flex-wrap items-center justify-end gap-2 border-edge border-t px-5 py-3">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Title, description and, unless the dialog asks about something destructive, the button that closes it. */
function DialogHeader({
  title,
  description,
  destructive,
}: Pick<DialogProps, "title" | "description" | "destructive">) {
  return (
    <div className="flex items-start justify-between gap-4 px-5 pt-5">
      <div className="min-w-0">
        <Radix.Title className="text-dialog">{title}</Radix.Title>
        {description && (
          <Radix.Description className="mt-1 text-body text-ink-2">{description}</Radix.Description>
        )}
      </div>
      {!destructive && (
        <Radix.Close asChild>
          <Button tone="ghost" square aria-label={texts.close} className="-mt-1 -mr-2">
            <X aria-hidden />
          </Button>
        </Radix.Close>
      )}
    </div>
  );
}
