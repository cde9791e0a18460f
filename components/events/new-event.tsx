"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useId, useRef, useState } from "react";
import { stripInvisibleCharacters } from "@/lib/core/payer";
import { asApiError, sendJson } from "../shared/api";
import { Banner } from "../shared/banner";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { toast } from "../ui/toast";
import { NewEventFields } from "./new-event-fields";
import { bodyOf, changed, type Draft, type Faults, faultsOf, newDraft } from "./new-event-form";

/** Faults that have a field to stand at. */
const SHOWN = /^\/(name|venue|starts_at|ends_at|external_event_id|collection.*|webhook_url)$/;

/** Opens the event of a form; what the door refuses is told by member. */
function useOpening() {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (draft: Draft) =>
      sendJson<{ session_id: string }>("POST", "/api/dashboard/sessions", bodyOf(draft)),
    onSuccess: ({ session_id }, { name }) => {
      toast({ text: `${stripInvisibleCharacters(name)} is open.` });
      router.push(`/events/${session_id}`);
      return client.invalidateQueries({ queryKey: ["events"] });
    },
  });
}

interface NewEventProps {
  /** As payers see it before the event's name. */
  serviceName: string;
  onClose: () => void;
}

/** Asks what an event is called, when it is and how people will pay, and opens it. */
export function NewEvent({ serviceName, onClose }: NewEventProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(newDraft);
  const [faults, setFaults] = useState<Faults>({});
  const opening = useOpening();
  const problem = opening.error && asApiError(opening.error);

  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [faults]);

  const send = () => {
    if (opening.isPending || opening.isSuccess) return;
    const own = faultsOf(draft);
    setFaults(own);
    if (Object.keys(own).length > 0) return;
    opening.mutate(draft, {
      onError: (thrown) =>
        setFaults(
          Object.fromEntries(asApiError(thrown).faults.map(({ pointer, detail }) => [pointer, detail])),
        ),
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New event"
      className="max-w-[560px]"
      initialFocus={first}
      footer={
        <>
          <span className="mr-auto text-body text-ink-3">Currency: naira</span>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={id} busy={opening.isPending || opening.isSuccess}>
            Create event
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
        {problem && !problem.faults.some(({ pointer }) => SHOWN.test(pointer)) && (
          <Banner tone="red" title="The event was not created." urgent>
            {problem.detail}
          </Banner>
        )}
        <NewEventFields
          serviceName={serviceName}
          first={first}
          draft={draft}
          faults={faults}
          onChange={(change) => setDraft((now) => changed(now, change))}
        />
      </form>
    </Dialog>
  );
}
