"use client";

import { useRef, useState } from "react";
import { TriangleAlert } from "@/components/ui/icons/icons";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { Banner } from "../shared/layout/banner";
import { Button } from "../ui/forms/button";
import { TextField } from "../ui/forms/field";
import { Dialog } from "../ui/overlays/dialog";
import { ClosePreviewList, hasPendingOrRecentPayments } from "./close-preview-list";
import * as texts from "./texts";
import { useCloseEvent } from "./use-close-event";

interface CloseEventDialogProps {
  sessionId: string;
  name: string;
  onClose: () => void;
}

const normalizeName = (text: string) => stripInvisibleCharacters(text).normalize("NFC").replace(/\s+/g, " ");

/**
 * Dialog that closes an event: shows its figures and requires its name to be typed, because closing cannot be
 * undone.
 */
export function CloseEventDialog({ sessionId, name, onClose }: CloseEventDialogProps) {
  const [typed, setTyped] = useState("");
  const cancelButton = useRef<HTMLButtonElement>(null);
  const { facts, failed, retry, close, isClosing, refused } = useCloseEvent(sessionId, name, onClose);
  const mustType = facts === undefined || facts.payment_count > 0;
  const isReady = facts !== undefined && (!mustType || normalizeName(typed) === normalizeName(name));
  const submitClose = () => {
    if (isReady && !isClosing) close();
  };
  return (
    <Dialog
      open
      destructive
      onOpenChange={onClose}
      initialFocus={cancelButton}
      className="max-w-[500px]"
      title={texts.close(stripInvisibleCharacters(name))}
      description={texts.noFurtherPaymentsAccepted}
      footer={
        <>
          <Button ref={cancelButton} onClick={onClose}>
            {texts.keepItOpen}
          </Button>
          <Button tone="danger" disabled={!isReady} busy={isClosing} onClick={submitClose}>
            {texts.closeEvent}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(submit) => {
          submit.preventDefault();
          submitClose();
        }}
      >
        {failed && !facts ? (
          <Banner
            tone="red"
            title={texts.theLatestFiguresDidNotLoad}
            urgent
            aside={<Button onClick={retry}>{texts.tryAgain}</Button>}
          >
            {texts.nothingChanged(failed)}
          </Banner>
        ) : (
          <ClosePreviewList facts={facts} />
        )}
        {facts && hasPendingOrRecentPayments(facts) && (
          <p className="flex gap-3 text-body text-ink-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber" />
            {texts.paymentsAfterClosingWait(
              facts.pending.count > 0
                ? texts.mayStillSucceedOrFail(texts.countPayments(facts.pending.count))
                : texts.moneyIsStillComingIn,
            )}
          </p>
        )}
        {mustType && (
          <TextField
            label={
              <>
                {texts.type}
                <span className="font-semibold text-ink">{stripInvisibleCharacters(name)}</span>
                {texts.toConfirm}
              </>
            }
            size="large"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(change) => setTyped(change.target.value)}
          />
        )}
        {refused && (
          <Banner tone="red" title={texts.theEventWasNotClosed} urgent>
            {refused}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
