import type { ReactNode, RefObject } from "react";
import { Webhook } from "@/components/ui/icons/icons";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { Field, TextField } from "../../ui/forms/field";
import { Stepper } from "../../ui/forms/stepper";
import { Switch } from "../../ui/forms/switch";
import { EventTimeFields } from "./event-time-fields";
import type { Draft, FieldErrors } from "./new-event-form";
import * as texts from "./texts";

interface FieldsProps {
  serviceName: string;
  /** The field that gets the initial focus. */
  first: RefObject<HTMLInputElement | null>;
  draft: Draft;
  faults: FieldErrors;
  onChange: (change: Partial<Draft>) => void;
}

/** Fields of a new event, each with its error. */
export function NewEventFields({ serviceName, first, draft, faults, onChange }: FieldsProps) {
  const named = stripInvisibleCharacters(draft.name) || texts.yourEventsName;
  return (
    <>
      <TextField
        ref={first}
        label={texts.eventName}
        size="large"
        required
        autoComplete="off"
        value={draft.name}
        onChange={(change) => onChange({ name: change.target.value })}
        hint={texts.payersSeeAccountName(serviceName, named)}
        error={faults["/name"]}
      />
      <TextField
        label={texts.venue}
        aside={texts.optional}
        size="large"
        autoComplete="off"
        value={draft.venue}
        onChange={(change) => onChange({ venue: change.target.value })}
        error={faults["/venue"]}
      />
      <EventTimeFields times={draft} isRequired={draft.mustHaveTimes} faults={faults} onChange={onChange} />
      <TextField
        label={texts.reference}
        size="large"
        required
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        value={draft.externalId}
        onChange={(change) => onChange({ externalId: change.target.value, isExternalIdOwn: true })}
        hint={texts.sentWithEveryWebhook}
        error={faults["/external_event_id"]}
      />
      <PaymentMethodFields draft={draft} faults={faults} onChange={onChange} />
      <TextField
        label={texts.webhookAddress}
        aside={texts.optional}
        size="large"
        icon={Webhook}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={draft.webhookUrl}
        onChange={(change) => onChange({ webhookUrl: change.target.value })}
        hint={texts.paymentsGoToThisAddress}
        error={faults["/webhook_url"]}
      />
    </>
  );
}

function PaymentMethodFields({ draft, faults, onChange }: Omit<FieldsProps, "serviceName" | "first">) {
  const fault = faults["/collection"];
  return (
    <fieldset className="flex flex-col gap-1.5" {...(fault && { "aria-describedby": "ways-to-pay-fault" })}>
      <legend className="mb-1.5 font-medium text-ink-2 text-meta">{texts.howPeopleWillPay}</legend>
      <div className="rounded-card border border-edge-strong">
        <PaymentMethodSwitch
          name={texts.bankTransfer}
          about={texts.accountForThisEventOnly}
          isOn={draft.account}
          isWrong={Boolean(fault)}
          onSwitch={(account) => onChange({ account })}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-3 border-edge border-t">
          <PaymentMethodSwitch
            name={texts.posTerminals}
            about={texts.between1And50}
            isOn={draft.pos}
            onSwitch={(pos) => onChange({ pos })}
          />
          {draft.pos && (
            <Field
              label={<span className="sr-only">{texts.howManyTerminals}</span>}
              error={faults["/collection/pos_count"]}
              className="py-3 pr-3.5 max-sm:pt-0 max-sm:pl-14"
            >
              {(control) => (
                <Stepper
                  {...control}
                  className="self-start"
                  what="terminals"
                  min={1}
                  max={50}
                  value={draft.posCount}
                  onChange={(posCount) => onChange({ posCount })}
                />
              )}
            </Field>
          )}
        </div>
      </div>
      {fault && (
        <p id="ways-to-pay-fault" className="text-meta text-red">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

interface PaymentMethodSwitchProps {
  name: string;
  about: ReactNode;
  isOn: boolean;
  isWrong?: boolean;
  onSwitch: (isOn: boolean) => void;
}

function PaymentMethodSwitch({ name, about, isOn, isWrong, onSwitch }: PaymentMethodSwitchProps) {
  return (
    <label className="flex min-w-0 flex-auto items-start gap-3 px-3.5 py-3">
      <Switch
        aria-invalid={isWrong || undefined}
        checked={isOn}
        onChange={(change) => onSwitch(change.target.checked)}
      />
      <span className="flex flex-col">
        <span className="font-medium text-body">{name}</span>
        <span className="text-ink-3 text-meta">{about}</span>
      </span>
    </label>
  );
}
