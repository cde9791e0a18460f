"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { formatNaira } from "@/lib/core/format/naira";
import { Banner } from "../shared/layout/banner";
import { asApiError, getJson, sendJson } from "../shared/requests/api";
import { cn } from "../ui/display/cn";
import { toast } from "../ui/feedback/toast";
import { Button } from "../ui/forms/button";
import { Field } from "../ui/forms/field";
import { Select } from "../ui/forms/select";
import type { ExceptionJson } from "./api";

type Choice = "assign" | "to_refund" | "accepted" | "dismissed";

interface OpenEvent {
  session_id: string;
  name: string;
  phase: string;
}

interface DecisionProps {
  sessionId: string;
  exception: ExceptionJson;
  onDone: () => void;
  onCancel: () => void;
}

const CONFIRMATIONS: Record<Choice, string> = {
  assign: "The payment is recorded in the other event.",
  to_refund: "Marked to be refunded.",
  accepted: "The payment is settled by the bank’s line.",
  dismissed: "Resolved with your note.",
};

/** Queries the organisation's open events. */
function useOpenEvents(isNeeded: boolean) {
  return useQuery({
    queryKey: ["events", "open"],
    queryFn: ({ signal }) => getJson<{ events: OpenEvent[] }>("/api/dashboard/sessions?limit=1000", signal),
    select: ({ events }) => events.filter(({ phase }) => phase !== "closed"),
    enabled: isNeeded,
  });
}

/** Form that resolves an exception. The result is shown only after the server confirms it. */
export function ExceptionDecision({ sessionId, exception, onDone, onCancel }: DecisionProps) {
  const [choice, setChoice] = useState<Choice>(exception.is_assignable ? "assign" : "dismissed");
  const [target, setTarget] = useState("");
  const [note, setNote] = useState("");
  const path = `/api/dashboard/sessions/${sessionId}/exceptions/${exception.id}`;
  const resolve = useMutation({
    mutationFn: () =>
      choice === "assign"
        ? sendJson("POST", `${path}/assign`, { to_session_id: target })
        : sendJson("POST", `${path}/resolve`, { resolution: choice, note }),
    onSuccess: () => {
      toast({ text: CONFIRMATIONS[choice] });
      onDone();
    },
  });
  const isReady = choice === "assign" ? target !== "" : note.trim() !== "";
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !resolve.isPending) resolve.mutate();
      }}
    >
      <Choices exception={exception} choice={choice} onChoice={setChoice} />
      {choice === "assign" ? (
        <TargetField value={target} onChange={setTarget} except={sessionId} />
      ) : (
        <NoteField value={note} onChange={setNote} />
      )}
      {resolve.isError && (
        <Banner tone="red" urgent title="The exception was not resolved. Nothing changed.">
          {asApiError(resolve.error).detail}
        </Banner>
      )}
      <div className="flex items-center justify-end gap-2 border-edge border-t pt-4">
        <Button onClick={onCancel}>Cancel</Button>
        <Button tone="primary" type="submit" disabled={!isReady} busy={resolve.isPending}>
          Resolve
        </Button>
      </div>
    </form>
  );
}

interface ChoicesProps {
  exception: ExceptionJson;
  choice: Choice;
  onChoice: (choice: Choice) => void;
}

function Choices({ exception, choice, onChoice }: ChoicesProps) {
  const amount = formatNaira(exception.amount);
  // Recorded money stays in the ledger: only unrecorded money or a reversed payment can be refunded.
  const canReturn =
    exception.notification !== null && (exception.ledger === null || exception.reason === "reversal");
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium text-ink-2 text-meta">What should happen?</legend>
      {exception.is_assignable && (
        <ChoiceBox
          name="Assign it to an open event"
          isChosen={choice === "assign"}
          onChoose={() => onChoice("assign")}
        >
          {amount} becomes a payment there, with its webhook. This event stays as it is.
        </ChoiceBox>
      )}
      {canReturn && (
        <ChoiceBox
          name="Mark it to be refunded"
          isChosen={choice === "to_refund"}
          onChoose={() => onChoice("to_refund")}
        >
          {amount} goes back to its payer. You arrange it with the bank.
        </ChoiceBox>
      )}
      {exception.is_acceptable && (
        <ChoiceBox
          name="Accept the bank’s settlement line"
          isChosen={choice === "accepted"}
          onChoose={() => onChoice("accepted")}
        >
          The payment counts as settled on the bank’s day. Its recorded amount stays as it is.
        </ChoiceBox>
      )}
      <ChoiceBox
        name="Dismiss it with a note"
        isChosen={choice === "dismissed"}
        onChoose={() => onChoice("dismissed")}
      >
        No figure changes. It leaves the queue with your note.
      </ChoiceBox>
    </fieldset>
  );
}

interface ChoiceBoxProps {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function ChoiceBox({ name, isChosen, onChoose, children }: ChoiceBoxProps) {
  const id = useId();
  return (
    <label
      className={cn(
        "flex cursor-pointer gap-3 rounded-card border p-3.5 has-focus-visible:outline-2 has-focus-visible:outline-brand has-focus-visible:outline-offset-2",
        isChosen ? "border-primary shadow-[inset_0_0_0_1px_var(--primary)]" : "border-edge",
      )}
    >
      <input
        type="radio"
        name="decision"
        className="mt-0.5 size-4 shrink-0 accent-primary outline-none"
        aria-label={name}
        aria-describedby={id}
        checked={isChosen}
        onChange={onChoose}
      />
      <span>
        <span className="block font-medium text-body">{name}</span>
        <span id={id} className="block text-ink-3 text-body">
          {children}
        </span>
      </span>
    </label>
  );
}

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
}

function TargetField({ value, onChange, except }: FieldProps & { except: string }) {
  const events = useOpenEvents(true);
  const open = (events.data ?? []).filter(({ session_id: id }) => id !== except);
  const isNone = events.isSuccess && open.length === 0;
  return (
    <Field
      label="Open event"
      hint={isNone ? "No other event is open. Open one, or choose another way." : undefined}
      error={events.isError ? "Your events did not load. Close this and open it again." : undefined}
    >
      {(control) => (
        <Select
          {...control}
          size="large"
          value={value}
          disabled={isNone}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{events.isPending ? "Loading your events" : "Choose an event"}</option>
          {open.map((event) => (
            <option key={event.session_id} value={event.session_id}>
              {event.name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function NoteField({ value, onChange }: FieldProps) {
  return (
    <Field label="Note">
      {(control) => (
        <textarea
          {...control}
          rows={3}
          maxLength={1_000}
          placeholder="The reason for the decision"
          className="rounded-field border border-control bg-surface px-3 py-2 text-body text-ink"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
