"use client";

import { type FormEvent, useState } from "react";
import { formatCountWithNoun } from "@/lib/core/format/count";
import { floorToSlot, formatMinute } from "@/lib/core/format/format-date";
import { serverNow } from "../shared/format/clock";
import { asApiError } from "../shared/requests/api";
import { toast } from "../ui/feedback/toast";
import { Field, TextField } from "../ui/forms/field";
import { Segmented } from "../ui/forms/segmented";
import { Select } from "../ui/forms/select";
import { Dialog } from "../ui/overlays/dialog";
import { FormFooter } from "../ui/overlays/form-footer";
import { formatTerminalLocation, type OperatorJson, type TerminalAssignment } from "./api";
import { useHandOver, useOperators } from "./use-operators";

const UNASSIGNED = "unassigned";
const DAY_MS = 86_400_000;

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
      title={`Hand over ${post.label}`}
      description={
        post.operator
          ? `${formatTerminalLocation(post)}. ${post.operator.name} is on it now.`
          : `${formatTerminalLocation(post)}. No operator is assigned.`
      }
      footer={
        <FormFooter form="hand-over" isBusy={form.busy} onCancel={onClose}>
          Hand over
        </FormFooter>
      }
    >
      <form id="hand-over" onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <Field label="Who takes over" error={form.errors.who}>
          {(control) => (
            <Select
              {...control}
              size="large"
              value={form.who}
              onChange={(event) => form.setWho(event.target.value)}
            >
              <option value="">Choose an operator</option>
              {others.map(({ id, name, role }) => (
                <option key={id} value={id}>
                  {name}, {role}
                </option>
              ))}
              {post.operator && (
                <option value={UNASSIGNED}>No operator, unassign {post.operator.name}</option>
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
        label="Since when"
        choices={[
          { value: "now", label: "From now on" },
          { value: "since", label: "Since a time" },
        ]}
        value={when}
        onChange={setWhen}
        className="self-start"
      />
      {when === "since" && (
        <TextField
          label="Since"
          type="time"
          size="large"
          fieldClassName="max-w-48"
          hint="Payments taken there since then move along."
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
    if (!who) return setErrors({ who: "Choose who takes over." });
    if (when === "since" && who !== UNASSIGNED && !since)
      return setErrors({ since: "Enter a time, such as 20:00." });
    handOver.mutate(
      {
        terminalId: post.terminal_id,
        operatorId: who === UNASSIGNED ? undefined : who,
        ...(since && { since }),
      },
      {
        onSuccess: ({ moved }) => {
          const name = operators.find(({ id }) => id === who)?.name;
          const movedText = moved > 0 ? `, and ${formatCountWithNoun(moved, "payment")} moved along` : "";
          toast({
            text: name
              ? `${name} is on ${post.label} now${movedText}.`
              : `${post.label} has no operator now.`,
          });
          onClose();
        },
        onError: (thrown) => setErrors({ who: `${asApiError(thrown).detail} Nothing changed.` }),
      },
    );
  };
  return { who, setWho, when, setWhen, clock, setClock, errors, submit, busy: handOver.isPending };
}
