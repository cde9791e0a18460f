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
import { type Choice, canReturn, defaultChoice } from "./exception-choices";
import * as texts from "./texts";

interface OpenEvent {
  session_id: string;
  name: string;
  phase: string;
}

const FORM_ID = "exception-decision";

const CONFIRMATIONS: Record<Choice, string> = {
  assign: texts.recordedInTheOtherEvent,
  to_refund: texts.markedToBeRefunded,
  accepted: texts.settledByTheBanksLine,
  dismissed: texts.resolvedWithYourNote,
};

/** Queries the organisation's open events other than `except`. */
function useOpenEvents(except: string, isNeeded: boolean) {
  return useQuery({
    queryKey: ["events", "open"],
    queryFn: ({ signal }) => getJson<{ events: OpenEvent[] }>("/api/dashboard/sessions?limit=1000", signal),
    select: ({ events }) => events.filter(({ phase, session_id: id }) => phase !== "closed" && id !== except),
    enabled: isNeeded,
  });
}

interface DecisionInput {
  sessionId: string;
  exception: ExceptionJson | undefined;
  onDone: () => void;
}

/** What is entered for one exception; another exception begins empty. */
interface Entered {
  id?: string;
  choice?: Choice;
  target?: string;
  note?: string;
}

const send = (path: string, { choice, target, note }: { choice: Choice; target: string; note: string }) =>
  choice === "assign"
    ? sendJson("POST", `${path}/assign`, { to_session_id: target })
    : sendJson("POST", `${path}/resolve`, { resolution: choice, note });

/** State of the form that resolves an exception. The result is shown only after the server confirms it. */
export function useDecision({ sessionId, exception, onDone }: DecisionInput) {
  const [entered, setEntered] = useState<Entered>({});
  const events = useOpenEvents(sessionId, exception?.is_assignable ?? false);
  const now = entered.id === exception?.id ? entered : {};
  const choice = now.choice ?? (exception && defaultChoice(exception, events));
  const { target = "", note = "" } = now;
  const resolve = useMutation({
    mutationFn: (given: Parameters<typeof send>[1]) =>
      send(`/api/dashboard/sessions/${sessionId}/exceptions/${exception?.id}`, given),
    onSuccess: (_answer, given) => {
      toast({ text: CONFIRMATIONS[given.choice] });
      onDone();
    },
  });
  const isReady = choice === "assign" ? target !== "" : choice !== undefined && note.trim() !== "";
  return {
    ...{ choice, target, note, events, isReady },
    isBusy: resolve.isPending,
    error: resolve.error ? asApiError(resolve.error) : undefined,
    enter: (change: Entered) => setEntered({ ...now, ...change, ...(exception && { id: exception.id }) }),
    submit: () => {
      if (choice && isReady && !resolve.isPending) resolve.mutate({ choice, target, note });
    },
  };
}

type Decision = ReturnType<typeof useDecision>;

/** Form that resolves an exception; its buttons are in the drawer's footer (`DecisionButtons`). */
export function ExceptionDecision({ exception, decision }: { exception: ExceptionJson; decision: Decision }) {
  const { choice, target, note, events, error, enter, submit } = decision;
  return (
    <form
      id={FORM_ID}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Choices
        exception={exception}
        isNoneOpen={events.data?.length === 0}
        choice={choice}
        onChoice={(picked) => enter({ choice: picked })}
      />
      {choice === "assign" ? (
        <TargetField value={target} events={events} onChange={(id) => enter({ target: id })} />
      ) : (
        <NoteField value={note} onChange={(text) => enter({ note: text })} />
      )}
      {error && (
        <Banner tone="red" urgent title={texts.theExceptionWasNotResolved}>
          {error.detail}
        </Banner>
      )}
    </form>
  );
}

/** Cancel and Resolve, for the drawer's footer: always visible. */
export function DecisionButtons({ decision, onCancel }: { decision: Decision; onCancel: () => void }) {
  return (
    <span className="ml-auto flex gap-2">
      <Button onClick={onCancel}>{texts.cancel}</Button>
      <Button tone="primary" type="submit" form={FORM_ID} disabled={!decision.isReady} busy={decision.isBusy}>
        {texts.resolve}
      </Button>
    </span>
  );
}

interface ChoicesProps {
  exception: ExceptionJson;
  /** Whether no other event is open, so that the payment cannot be assigned. */
  isNoneOpen: boolean;
  choice: Choice | undefined;
  onChoice: (choice: Choice) => void;
}

function Choices({ exception, isNoneOpen, choice, onChoice }: ChoicesProps) {
  const amount = formatNaira(exception.amount);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium text-ink-2 text-meta">{texts.whatShouldHappen}</legend>
      {exception.is_assignable && (
        <ChoiceBox
          name={texts.assignItToAnOpenEvent}
          isChosen={choice === "assign"}
          isDisabled={isNoneOpen}
          onChoose={() => onChoice("assign")}
        >
          {isNoneOpen ? texts.noOtherEventIsOpenNow : texts.becomesAPaymentThere(amount)}
        </ChoiceBox>
      )}
      {canReturn(exception) && (
        <ChoiceBox
          name={texts.markItToBeRefunded}
          isChosen={choice === "to_refund"}
          onChoose={() => onChoice("to_refund")}
        >
          {texts.goesBackToItsPayer(amount)}
        </ChoiceBox>
      )}
      {exception.is_acceptable && (
        <ChoiceBox
          name={texts.acceptTheBanksSettlementLine}
          isChosen={choice === "accepted"}
          onChoose={() => onChoice("accepted")}
        >
          {texts.thePaymentCountsAsSettled}
        </ChoiceBox>
      )}
      <ChoiceBox
        name={texts.dismissItWithANote}
        isChosen={choice === "dismissed"}
        onChoose={() => onChoice("dismissed")}
      >
        {texts.noFigureChanges}
      </ChoiceBox>
    </fieldset>
  );
}

interface ChoiceBoxProps {
  name: string;
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function ChoiceBox({ name, isChosen, isDisabled = false, onChoose, children }: ChoiceBoxProps) {
  const id = useId();
  return (
    <label
      className={cn(
        "flex gap-3 rounded-card border p-3.5 has-focus-visible:outline-2 has-focus-visible:outline-brand has-focus-visible:outline-offset-2",
        isChosen ? "border-primary shadow-[inset_0_0_0_1px_var(--primary)]" : "border-edge",
        isDisabled ? "cursor-not-allowed bg-subtle text-ink-2" : "cursor-pointer",
      )}
    >
      <input
        type="radio"
        name="decision"
        className="mt-0.5 size-4 shrink-0 accent-primary outline-none"
        aria-label={name}
        aria-describedby={id}
        checked={isChosen}
        disabled={isDisabled}
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

function TargetField({ value, onChange, events }: FieldProps & { events: Decision["events"] }) {
  return (
    <Field label={texts.openEvent} error={events.isError ? texts.yourEventsDidNotLoad : undefined}>
      {(control) => (
        <Select {...control} size="large" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{events.isPending ? texts.loadingYourEvents : texts.chooseAnEvent}</option>
          {events.data?.map((event) => (
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
    <Field label={texts.note}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          maxLength={1_000}
          placeholder={texts.theReasonForTheDecision}
          className="rounded-field border border-control bg-surface px-3 py-2 text-body text-ink"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
