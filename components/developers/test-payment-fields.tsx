import type { z } from "zod";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { TestPayment } from "@/lib/intake/contract";
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
  faultOf: (pointer: string) => string | undefined;
  onEvent: (event: OpenEvent) => void;
  onChange: (change: Partial<Payment>) => void;
}

interface Option {
  value: string;
  label: string;
}

/** Form fields of a test payment. */
export function TestPaymentFields({ events, chosen, payment, faultOf, onEvent, onChange }: FieldsProps) {
  const channels = [
    ...(chosen.hasAccount ? [{ value: "bank_transfer", label: "Bank transfer" }] : []),
    ...(chosen.terminals.length > 0 ? [{ value: "pos", label: "POS terminal" }] : []),
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Choice
        label="Event"
        error={faultOf("/session_id")}
        value={payment.session_id}
        options={events.map(({ sessionId, name }) => ({
          value: sessionId,
          label: stripInvisibleCharacters(name),
        }))}
        onChange={(id) => onEvent(events.find(({ sessionId }) => sessionId === id) ?? chosen)}
      />
      <Choice
        label="Channel"
        error={faultOf("/channel")}
        value={payment.channel}
        options={channels}
        onChange={(channel) => onChange({ channel: channel === "pos" ? "pos" : "bank_transfer" })}
      />
      {payment.channel === "pos" && (
        <Choice
          label="Terminal"
          error={faultOf("/terminal_id")}
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
        error={faultOf("/amount")}
      />
      <Choice
        label="Outcome"
        error={faultOf("/outcome")}
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
        error={faultOf("/payer")}
      />
      <TextField
        label="Narration"
        size="large"
        autoComplete="off"
        value={payment.narration}
        onChange={(change) => onChange({ narration: change.target.value })}
        error={faultOf("/narration")}
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
