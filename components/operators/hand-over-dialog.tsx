"use client";

import { type FormEvent, useState } from "react";
import { floorToSlot, formatMinute } from "@/lib/core/format/format-date";
import { DAY_MS } from "@/lib/core/time/durations";
import { serverNow } from "../shared/format/clock";
import { asApiError } from "../shared/requests/api";
import { toast } from "../ui/feedback/toast";
import { Field, TextField } from "../ui/forms/field";
import { FormFooter } from "../ui/forms/form-footer";
import { Segmented } from "../ui/forms/segmented";
import { Select } from "../ui/forms/select";
import { Dialog } from "../ui/overlays/dialog";
import { formatTerminalLocation, type OperatorJson, type TerminalAssignment } from "./api";
import * as texts from "./texts";
import { useHandOver, useOperators } from "./use-operators";

const UNASSIGNED = "unassigned";

/**
 * Returns the most recent moment at which the time in the page's zone was `clock`, such as `21:30`; undefined if it is
 * not a time.
 */
function parsePastTime(clock: string, nowMs: number): Date | undefined {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(clock) ?? [];
  if (!hours || !minutes || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const midnight = floorToSlot(nowMs, DAY_MS);
  const at = midnight + (Number(hours) * 60 + Number(minutes)) * 60_000;
  return new Date(at > nowMs ? at - DAY_MS : at);
}

interface HandOverDialogProps {
  sessionId: string;
  post: TerminalAssignment;
  onClose: () => void;
}

/** Dialog that assigns a terminal to another operator, optionally since an earlier time. */
export function HandOverDialog({ sessionId, post, onClose }: HandOverDialogProps) {
  const { data: overview } = useOperators(sessionId);
  const form = useHandOverForm(sessionId, post, overview?.operators ?? [], onClose);
  const others = overview?.operators.filter(({ id }) => id !== post.operator?.id) ?? [];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.handOver(post.label)}
      description={
        post.operator
          ? texts.isOnItNow(formatTerminalLocation(post), post.operator.name)
          : texts.noOperatorIsAssigned(formatTerminalLocation(post))
      }
      footer={
        <FormFooter form="hand-over" isBusy={form.busy} onCancel={onClose}>
          {texts.handOverLabel}
        </FormFooter>
      }
    >
      <form id="hand-over" onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <Field label={texts.whoTakesOver} error={form.errors.who}>
          {(control) => (
            <Select
              {...control}
              size="large"
              value={form.who}
              onChange={(event) => form.setWho(event.target.value)}
            >
              <option value="">{texts.chooseAnOperator}</option>
              {others.map(({ id, name, role }) => (
                <option key={id} value={id}>
                  {name}, {role}
                </option>
              ))}
              {post.operator && (
                <option value={UNASSIGNED}>{texts.noOperatorUnassign(post.operator.name)}</option>
              )}
            </Select>
          )}
        </Field>
        {form.who !== UNASSIGNED && <SinceFields {...form} />}
      </form>
    </Dialog>
  );
}

function SinceFields({ when, setWhen, clock, setClock, errors }: ReturnType<typeof useHandOverForm>) {
  return (
    <>
      <Segmented
        label={texts.sinceWhen}
        choices={[
          { value: "now", label: texts.fromNowOn },
          { value: "since", label: texts.sinceATime },
        ]}
        value={when}
        onChange={setWhen}
        className="self-start"
      />
      {when === "since" && (
        <TextField
          label={texts.since}
          type="time"
          size="large"
          fieldClassName="max-w-48"
          hint={texts.paymentsSinceThenMoveAlong}
          error={errors.since}
          value={clock}
          onChange={(event) => setClock(event.target.value)}
        />
      )}
    </>
  );
}

function useHandOverForm(
  sessionId: string,
  post: TerminalAssignment,
  operators: OperatorJson[],
  onClose: () => void,
) {
  const [who, setWho] = useState("");
  const [when, setWhen] = useState<"now" | "since">("now");
  const [clock, setClock] = useState(() => formatMinute(new Date(serverNow())));
  const [errors, setErrors] = useState<{ who?: string; since?: string }>({});
  const handOver = useHandOver(sessionId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (handOver.isPending) return;
    const since = when === "since" && who !== UNASSIGNED ? parsePastTime(clock, serverNow()) : undefined;
    if (!who) return setErrors({ who: texts.chooseWhoTakesOver });
    if (when === "since" && who !== UNASSIGNED && !since) return setErrors({ since: texts.enterATime });
    handOver.mutate(
      {
        terminalId: post.terminal_id,
        operatorId: who === UNASSIGNED ? undefined : who,
        ...(since && { since }),
      },
      {
        onSuccess: ({ moved }) => {
          const name = operators.find(({ id }) => id === who)?.name;
          const movedText = moved > 0 ? texts.andMovedAlong(texts.countPayments(moved)) : "";
          toast({
            text: name ? texts.isOnNow(name, post.label, movedText) : texts.hasNoOperatorNow(post.label),
          });
          onClose();
        },
        onError: (thrown) => setErrors({ who: texts.nothingChanged(asApiError(thrown).detail) }),
      },
    );
  };
  return { who, setWho, when, setWhen, clock, setClock, errors, submit, busy: handOver.isPending };
}
