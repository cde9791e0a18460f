"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Plus } from "@/components/ui/icons/icons";
import { Banner } from "../shared/layout/banner";
import { type ApiError, asApiError, sendJson } from "../shared/requests/api";
import { cn } from "../ui/display/cn";
import { toast } from "../ui/feedback/toast";
import { Button } from "../ui/forms/button";
import { Field, TextField } from "../ui/forms/field";
import { Select } from "../ui/forms/select";
import { FormDialog } from "../ui/overlays/form-dialog";
import { assignmentPath, formatTerminalLocation, operatorsPath, type TerminalAssignment } from "./api";
import * as texts from "./texts";

const ROLES = [texts.cashier, texts.supervisor, texts.gateStaff, texts.ticketScanner];

interface Draft {
  name: string;
  phone: string;
  email: string;
  role: string;
  terminal: string;
}

const EMPTY: Draft = { name: "", phone: "", email: "", role: texts.cashier, terminal: "" };

/** The fields that the server can refuse. */
const LABELS = { name: texts.fullName, phone: texts.phone, email: texts.email, role: texts.role };

/** Adds an operator and assigns the chosen terminal. Returns the error if only the assignment failed. */
async function addOperator(
  sessionId: string,
  { name, phone, email, role, terminal }: Draft,
): Promise<ApiError | undefined> {
  const { id } = await sendJson<{ id: string }>("POST", operatorsPath(sessionId), {
    name: name.trim(),
    role: role.trim() || undefined,
    phone: phone.trim() || undefined,
    email: email.trim() || undefined,
  });
  if (!terminal) return undefined;
  return sendJson("PUT", assignmentPath(sessionId, terminal), { operator_id: id }).then(
    () => undefined,
    asApiError,
  );
}

function useAddForm(sessionId: string, onClose: () => void) {
  const [draft, setDraft] = useState(EMPTY);
  const [isNameMissing, setNameMissing] = useState(false);
  const client = useQueryClient();
  const adding = useMutation({
    mutationFn: () => addOperator(sessionId, draft),
    onSuccess: (refused) => {
      toast(
        refused
          ? {
              tone: "failed",
              text: texts.wasAddedButHasNoTerminal(draft.name.trim(), refused.detail),
            }
          : { text: texts.wasAdded(draft.name.trim()) },
      );
      onClose();
      return client.invalidateQueries({ queryKey: ["session", sessionId] });
    },
  });
  const error = adding.error ? asApiError(adding.error) : undefined;
  const errorOf = (field: keyof typeof LABELS) =>
    field === "name" && isNameMissing
      ? texts.enterAName
      : error?.findFieldError(`/${field}`, { label: LABELS[field] });
  const submit = () => {
    if (draft.name.trim()) adding.mutate();
    else setNameMissing(true);
  };
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setNameMissing(false);
  };
  // The error that is shown at no field.
  const isAtField = error?.fieldErrors.some(({ pointer }) => pointer.slice(1) in LABELS);
  const otherError = isAtField ? undefined : error?.detail;
  return { draft, change, errorOf, otherError, submit, isBusy: adding.isPending };
}

interface AddOperatorDialogProps {
  sessionId: string;
  terminals: readonly TerminalAssignment[];
  onClose: () => void;
}

/** Dialog that adds an operator, with an optional terminal. */
export function AddOperatorDialog({ sessionId, terminals, onClose }: AddOperatorDialogProps) {
  const { draft, change, errorOf, otherError, submit, isBusy } = useAddForm(sessionId, onClose);
  const currentOperator = terminals.find(({ terminal_id }) => terminal_id === draft.terminal)?.operator;
  return (
    <FormDialog
      title={texts.addOperator}
      description={texts.paymentsCarryTheirName}
      submitLabel={texts.addOperator}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={texts.fullName}
        size="large"
        autoComplete="off"
        error={errorOf("name")}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <div className="flex gap-3 max-md:flex-col">
        <TextField
          label={texts.phone}
          aside={texts.optional}
          type="tel"
          size="large"
          autoComplete="off"
          fieldClassName="flex-1"
          error={errorOf("phone")}
          value={draft.phone}
          onChange={(event) => change({ phone: event.target.value })}
        />
        <TextField
          label={texts.email}
          aside={texts.optional}
          type="email"
          size="large"
          autoComplete="off"
          placeholder="name@example.com"
          fieldClassName="flex-1"
          error={errorOf("email")}
          value={draft.email}
          onChange={(event) => change({ email: event.target.value })}
        />
      </div>
      <RoleChoice role={draft.role} error={errorOf("role")} onChange={(role) => change({ role })} />
      {terminals.length > 0 && (
        <Field
          label={texts.terminal}
          aside={texts.optional}
          hint={currentOperator && texts.takesOverFrom(currentOperator.name)}
        >
          {(control) => (
            <Select
              {...control}
              size="large"
              value={draft.terminal}
              onChange={(event) => change({ terminal: event.target.value })}
            >
              <option value="">{texts.noTerminalYet}</option>
              {terminals.map((terminal) => (
                <option key={terminal.terminal_id} value={terminal.terminal_id}>
                  {formatTerminalLocation(terminal)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {otherError && (
        <Banner tone="red" urgent title={texts.theOperatorWasNotAdded}>
          {otherError}
        </Banner>
      )}
    </FormDialog>
  );
}

interface RoleChoiceProps {
  role: string;
  error: string | undefined;
  onChange: (role: string) => void;
}

/** A choice of four common roles, or free text. */
function RoleChoice({ role, error, onChange }: RoleChoiceProps) {
  const [isOther, setOther] = useState(false);
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-ink-2 text-meta">{texts.role}</legend>
      <div className="flex flex-wrap gap-1.5">
        {ROLES.map((name) => (
          <Button
            key={name}
            size="small"
            aria-pressed={!isOther && role === name}
            className={cn(!isOther && role === name && "border-primary shadow-[0_0_0_1px_var(--primary)]")}
            onClick={() => {
              setOther(false);
              onChange(name);
            }}
          >
            {name}
          </Button>
        ))}
        <Button
          tone="ghost"
          size="small"
          aria-pressed={isOther}
          onClick={() => {
            setOther(true);
            onChange("");
          }}
        >
          <Plus aria-hidden />
          {texts.other}
        </Button>
      </div>
      {isOther && (
        <TextField
          label={texts.theirRole}
          size="large"
          autoFocus
          autoComplete="off"
          error={error}
          value={role}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </fieldset>
  );
}
