"use client";

import { useEffect, useRef, useState } from "react";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { EventJson } from "../event-live/header/event-header";
import { EventTimeFields } from "../events/new/event-time-fields";
import { describeFaults, type FieldErrors, validateTimes } from "../events/new/new-event-form";
import { Banner } from "../shared/layout/banner";
import { Card, CardHead } from "../shared/layout/card";
import { asApiError } from "../shared/requests/api";
import { toast } from "../ui/feedback/toast";
import { Button } from "../ui/forms/button";
import { TextField } from "../ui/forms/field";
import { type Draft, listEdits, toDraft, toRequestBody } from "./details-draft";
import * as texts from "./texts";
import { useDetailsMutation } from "./use-event-details";

interface DetailsFormProps {
  event: EventJson;
  isClosed: boolean;
}

/** The edits of the form, their errors, and what saves them. Fields that are not edited follow the event. */
function useDetailsForm({ event }: DetailsFormProps) {
  const [edits, setEdits] = useState<Partial<Draft>>({});
  const [faults, setFaults] = useState<FieldErrors>({});
  const saving = useDetailsMutation<object>(event.session_id, { method: "PATCH", path: "details" });
  const form = useRef<HTMLFormElement>(null);
  const draft = { ...toDraft(event), ...edits };
  useEffect(() => {
    if (Object.keys(faults).length > 0)
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [faults]);
  const discard = () => {
    setEdits({});
    setFaults({});
    saving.reset();
  };
  const save = () => {
    if (saving.isPending) return;
    const own = validateTimes(draft);
    setFaults(own);
    if (Object.keys(own).length > 0) return;
    saving.mutate(toRequestBody(event, edits), {
      onSuccess: () => {
        setEdits({});
        toast({ text: texts.theDetailsAreSaved });
      },
      onError: (thrown) => setFaults(describeFaults(asApiError(thrown).fieldErrors)),
    });
  };
  const error = saving.error && asApiError(saving.error);
  return {
    ...{ form, draft, faults, save, discard },
    change: (change: Partial<Draft>) => setEdits((now) => ({ ...now, ...change })),
    isEdited: listEdits(event, edits).length > 0,
    isSaving: saving.isPending,
    otherError: error && error.fieldErrors.length === 0 ? error : undefined,
  };
}

/** The form of an event's name, venue and planned times. */
export function DetailsForm(props: DetailsFormProps) {
  const { event, isClosed } = props;
  const { form, draft, faults, change, save, discard, isEdited, isSaving, otherError } =
    useDetailsForm(props);
  const account = event.collection_account;
  return (
    <Card aria-label={texts.eventLabel}>
      <CardHead title={texts.eventLabel} />
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-5 border-edge border-t px-4 py-5 *:w-full"
        onSubmit={(submit) => {
          submit.preventDefault();
          save();
        }}
      >
        <TextField
          label={texts.eventName}
          size="large"
          required
          autoComplete="off"
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
          error={faults["/name"]}
          {...(account && {
            hint: texts.theAccountKeepsTheName(
              stripInvisibleCharacters(event.name_payers_see || account.account_name),
            ),
          })}
        />
        <TextField
          label={texts.venue}
          aside={texts.optional}
          size="large"
          autoComplete="off"
          value={draft.venue}
          onChange={({ target }) => change({ venue: target.value })}
          error={faults["/venue"]}
        />
        {isClosed ? (
          <p className="text-body text-ink-2">{texts.closedEventKeepsItsTimes}</p>
        ) : (
          <EventTimeFields times={draft} faults={faults} onChange={change} />
        )}
        {otherError && (
          <Banner tone="red" urgent title={texts.nothingWasChanged}>
            {otherError.detail}
          </Banner>
        )}
        <div className="flex flex-wrap gap-2">
          <Button tone="primary" type="submit" busy={isSaving} disabled={!isEdited && !isSaving}>
            {texts.saveChanges}
          </Button>
          {isEdited && <Button onClick={discard}>{texts.discard}</Button>}
        </div>
      </form>
    </Card>
  );
}
