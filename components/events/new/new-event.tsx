"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useId, useRef, useState } from "react";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { Banner } from "../../shared/layout/banner";
import { asApiError, sendJson } from "../../shared/requests/api";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import { Dialog } from "../../ui/overlays/dialog";
import { NewEventFields } from "./new-event-fields";
import {
  applyChange,
  type Draft,
  describeFaults,
  type FieldErrors,
  newDraft,
  toRequestBody,
  validateDraft,
} from "./new-event-form";
import * as texts from "./texts";

/** Pointers of errors that are shown next to a field. */
const FIELD_POINTER = /^\/(name|venue|starts_at|ends_at|external_event_id|collection.*|webhook_url)$/;

/** Creates the event; validation errors are returned by field. */
function useCreateEvent() {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (draft: Draft) =>
      sendJson<{ session_id: string }>("POST", "/api/dashboard/sessions", toRequestBody(draft)),
    onSuccess: ({ session_id }, { name }) => {
      toast({ text: texts.wasCreated(stripInvisibleCharacters(name)) });
      router.push(`/events/${session_id}`);
      return client.invalidateQueries({ queryKey: ["events"] });
    },
  });
}

const DUPLICATED = texts.whatIsTakenOver;

interface NewEventProps {
  /** Shown to payers before the event's name. */
  serviceName: string;
  /** The form of a duplicate; without it, the form is empty. */
  duplicate?: Draft;
  onClose: () => void;
}

/** Dialog that creates an event. */
export function NewEvent({ serviceName, duplicate, onClose }: NewEventProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(() => duplicate ?? newDraft());
  const [faults, setFaults] = useState<FieldErrors>({});
  const creation = useCreateEvent();
  const problem = creation.error && asApiError(creation.error);

  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [faults]);

  const send = () => {
    if (creation.isPending || creation.isSuccess) return;
    const own = validateDraft(draft);
    setFaults(own);
    if (Object.keys(own).length > 0) return;
    creation.mutate(draft, {
      onError: (thrown) => setFaults(describeFaults(asApiError(thrown).fieldErrors)),
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={duplicate ? texts.duplicateEvent : texts.newEvent}
      {...(duplicate && { description: DUPLICATED })}
      className="max-w-[560px]"
      initialFocus={first}
      footer={
        <>
          <span className="mr-auto text-body text-ink-3 max-[22rem]:w-full">{texts.currencyNaira}</span>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button tone="primary" type="submit" form={id} busy={creation.isPending || creation.isSuccess}>
            {texts.createEvent}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(submit) => {
          submit.preventDefault();
          send();
        }}
      >
        {problem && !problem.fieldErrors.some(({ pointer }) => FIELD_POINTER.test(pointer)) && (
          <Banner tone="red" title={texts.theEventWasNotCreated} urgent>
            {problem.detail}
          </Banner>
        )}
        <NewEventFields
          serviceName={serviceName}
          first={first}
          draft={draft}
          faults={faults}
          onChange={(change) => setDraft((now) => applyChange(now, change))}
        />
      </form>
    </Dialog>
  );
}
