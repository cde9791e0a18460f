import type { z } from "zod";
import { AMOUNT_EXPECTED } from "@/lib/core/format/naira";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { TestPayment } from "@/lib/intake/contract";
import type { FieldText } from "../shared/requests/field-error";
import { Field, TextField } from "../ui/forms/field";
import { Select } from "../ui/forms/select";
import * as texts from "./texts";

/** An event that can receive a test payment. */
export interface OpenEvent {
  sessionId: string;
  name: string;
  hasAccount: boolean;
  terminals: readonly { id: string; label: string }[];
}

type Payment = z.input<typeof TestPayment>;

interface FieldsProps {
  events: readonly OpenEvent[];
  chosen: OpenEvent;
  payment: Payment;
  errorOf: (pointer: string, field: FieldText) => string | undefined;
  onEvent: (event: OpenEvent) => void;
  onChange: (change: Partial<Payment>) => void;
}

interface Option {
  value: string;
  label: string;
}

/** Form fields of a test payment. */
export function TestPaymentFields({ events, chosen, payment, errorOf, onEvent, onChange }: FieldsProps) {
  const channels = [
    ...(chosen.hasAccount ? [{ value: "bank_transfer", label: texts.bankTransfer }] : []),
    ...(chosen.terminals.length > 0 ? [{ value: "pos", label: texts.posTerminal }] : []),
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Choice
        label={texts.eventLabel}
        error={errorOf("/session_id", { label: texts.eventLabel, expected: texts.chooseAnEvent })}
        value={payment.session_id}
        options={events.map(({ sessionId, name }) => ({
          value: sessionId,
          label: stripInvisibleCharacters(name),
        }))}
        onChange={(id) => onEvent(events.find(({ sessionId }) => sessionId === id) ?? chosen)}
      />
      <Choice
        label={texts.channel}
        error={errorOf("/channel", { label: texts.channel, expected: texts.chooseAChannel })}
        value={payment.channel}
        options={channels}
        onChange={(channel) => onChange({ channel: channel === "pos" ? "pos" : "bank_transfer" })}
      />
      {payment.channel === "pos" && (
        <Choice
          label={texts.terminal}
          error={errorOf("/terminal_id", { label: texts.terminal, expected: texts.chooseATerminal })}
          value={payment.terminal_id ?? ""}
          options={chosen.terminals.map(({ id, label }) => ({ value: id, label }))}
          onChange={(terminal_id) => onChange({ terminal_id })}
        />
      )}
      <TextField
        label={texts.amountInNaira}
        size="large"
        inputMode="decimal"
        autoComplete="off"
        className="figures"
        value={payment.amount}
        onChange={(change) => onChange({ amount: change.target.value })}
        error={errorOf("/amount", { label: texts.amount, expected: texts.atMost100000000(AMOUNT_EXPECTED) })}
      />
      <Choice
        label={texts.outcome}
        error={errorOf("/outcome", { label: texts.outcome, expected: texts.chooseAnOutcome })}
        value={payment.outcome}
        options={[
          { value: "successful", label: texts.successful },
          { value: "failed", label: texts.failed },
        ]}
        onChange={(outcome) => onChange({ outcome: outcome === "failed" ? "failed" : "successful" })}
      />
      <TextField
        label={texts.payer}
        size="large"
        autoComplete="off"
        value={payment.payer}
        onChange={(change) => onChange({ payer: change.target.value })}
        error={errorOf("/payer", { label: texts.payer, expected: texts.type1To100Characters })}
      />
      <TextField
        label={texts.narration}
        size="large"
        autoComplete="off"
        value={payment.narration}
        onChange={(change) => onChange({ narration: change.target.value })}
        error={errorOf("/narration", { label: texts.narration, expected: texts.typeAtMost100Characters })}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  error: string | undefined;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}

function Choice({ label, error, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select {...control} size="large" value={value} onChange={(change) => onChange(change.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
