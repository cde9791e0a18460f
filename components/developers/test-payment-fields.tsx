import type { z } from "zod";
import { AMOUNT_EXPECTED } from "@/lib/core/format/naira";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { TestPayment } from "@/lib/intake/contract";
import type { FieldText } from "../shared/requests/field-error";
import { Field, TextField } from "../ui/forms/field";
import { Select } from "../ui/forms/select";

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
    ...(chosen.hasAccount ? [{ value: "bank_transfer", label: "Bank transfer" }] : []),
    ...(chosen.terminals.length > 0 ? [{ value: "pos", label: "POS terminal" }] : []),
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Choice
        label="Event"
        error={errorOf("/session_id", { label: "Event", expected: "choose an event." })}
        value={payment.session_id}
        options={events.map(({ sessionId, name }) => ({
          value: sessionId,
          label: stripInvisibleCharacters(name),
        }))}
        onChange={(id) => onEvent(events.find(({ sessionId }) => sessionId === id) ?? chosen)}
      />
      <Choice
        label="Channel"
        error={errorOf("/channel", { label: "Channel", expected: "choose a channel." })}
        value={payment.channel}
        options={channels}
        onChange={(channel) => onChange({ channel: channel === "pos" ? "pos" : "bank_transfer" })}
      />
      {payment.channel === "pos" && (
        <Choice
          label="Terminal"
          error={errorOf("/terminal_id", { label: "Terminal", expected: "choose a terminal." })}
          value={payment.terminal_id ?? ""}
          options={chosen.terminals.map(({ id, label }) => ({ value: id, label }))}
          onChange={(terminal_id) => onChange({ terminal_id })}
        />
      )}
      <TextField
        label="Amount in naira"
        size="large"
        inputMode="decimal"
        autoComplete="off"
        className="figures"
        value={payment.amount}
        onChange={(change) => onChange({ amount: change.target.value })}
        error={errorOf("/amount", { label: "Amount", expected: `${AMOUNT_EXPECTED} At most 100,000,000.` })}
      />
      <Choice
        label="Outcome"
        error={errorOf("/outcome", { label: "Outcome", expected: "choose an outcome." })}
        value={payment.outcome}
        options={[
          { value: "successful", label: "Successful" },
          { value: "failed", label: "Failed" },
        ]}
        onChange={(outcome) => onChange({ outcome: outcome === "failed" ? "failed" : "successful" })}
      />
      <TextField
        label="Payer"
        size="large"
        autoComplete="off"
        value={payment.payer}
        onChange={(change) => onChange({ payer: change.target.value })}
        error={errorOf("/payer", { label: "Payer", expected: "type 1 to 100 characters." })}
      />
      <TextField
        label="Narration"
        size="large"
        autoComplete="off"
        value={payment.narration}
        onChange={(change) => onChange({ narration: change.target.value })}
        error={errorOf("/narration", { label: "Narration", expected: "type at most 100 characters." })}
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
