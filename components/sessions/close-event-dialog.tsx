"use client";

import { useRef, useState } from "react";
import { TriangleAlert } from "@/components/ui/icons/icons";
import { formatCountWithNoun } from "@/lib/core/format/count";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { Banner } from "../shared/layout/banner";
import { Button } from "../ui/forms/button";
import { TextField } from "../ui/forms/field";
import { Dialog } from "../ui/overlays/dialog";
import { ClosePreviewList, hasPendingOrRecentPayments } from "./close-preview-list";
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
  const { facts, failed, close, isClosing, refused } = useCloseEvent(sessionId, name, onClose);
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
      title={`Close ${stripInvisibleCharacters(name)}?`}
      description="No further payments will be accepted, by transfer or at any terminal. An event cannot be opened again."
      footer={
        <>
          <Button ref={cancelButton} onClick={onClose}>
            Keep it open
          </Button>
          <Button tone="danger" disabled={!isReady} busy={isClosing} onClick={submitClose}>
            Close event
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
          <Banner tone="red" title="The latest figures did not load." urgent>
            {failed} Nothing changed.
          </Banner>
        ) : (
          <ClosePreviewList facts={facts} />
        )}
        {facts && hasPendingOrRecentPayments(facts) && (
          <p className="flex gap-3 text-body text-ink-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber" />
            {facts.pending.count > 0
              ? `${formatCountWithNoun(facts.pending.count, "payment")} may still succeed or fail. `
              : "Money is still coming in. "}
            A payment that arrives after you close waits in Reconciliation for a decision.
          </p>
        )}
        {mustType && (
          <TextField
            label={
              <>
                Type <span className="font-semibold text-ink">{stripInvisibleCharacters(name)}</span> to
                confirm
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
          <Banner tone="red" title="The event was not closed. Nothing changed." urgent>
            {refused}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
