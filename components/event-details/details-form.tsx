"use client";

import { useEffect, useRef, useState } from "react";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { EventJson } from "../event-live/event-header";
import { EventTimeFields } from "../events/new/event-time-fields";
import { describeFaults, type FieldErrors, validateTimes } from "../events/new/new-event-form";
import { Banner } from "../shared/layout/banner";
import { Card, CardHead } from "../shared/layout/card";
import { asApiError } from "../shared/requests/api";
import { toast } from "../ui/feedback/toast";
import { Button } from "../ui/forms/button";
import { TextField } from "../ui/forms/field";
import { type Draft, listEdits, toDraft, toRequestBody } from "./details-draft";
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
        toast({ text: "The details are saved." });
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
    <Card aria-label="Event">
      <CardHead title="Event" />
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-5 border-edge border-t px-5 py-5 *:w-full *:max-w-150 max-md:px-4"
        onSubmit={(submit) => {
          submit.preventDefault();
          save();
        }}
      >
        <TextField
          label="Event name"
          size="large"
          required
          autoComplete="off"
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
          error={faults["/name"]}
          {...(account && {
            hint: `The account keeps the name that payers see: ${stripInvisibleCharacters(event.name_payers_see || account.account_name)}`,
          })}
        />
        <TextField
          label="Venue"
          aside="Optional"
          size="large"
          autoComplete="off"
          value={draft.venue}
          onChange={({ target }) => change({ venue: target.value })}
          error={faults["/venue"]}
        />
        {isClosed ? (
          <p className="text-body text-ink-2">
            The event is closed: its times stay as they are. Name and venue can be corrected.
          </p>
        ) : (
          <EventTimeFields times={draft} faults={faults} onChange={change} />
        )}
        {otherError && (
          <Banner tone="red" urgent title="Nothing was changed.">
            {otherError.detail}
          </Banner>
        )}
        <div className="flex flex-wrap gap-2">
          <Button tone="primary" type="submit" busy={isSaving} disabled={!isEdited && !isSaving}>
            Save changes
          </Button>
          {isEdited && <Button onClick={discard}>Discard</Button>}
        </div>
      </form>
    </Card>
  );
}
