"use client";

import { useState } from "react";
import { EVENT_TYPES, type EventType } from "@/lib/core/transaction";
import { EVENT_TYPE_NOTES } from "@/lib/webhooks/labels";
import { Banner } from "../../shared/layout/banner";
import { type ApiError, asApiError } from "../../shared/requests/api";
import { Button } from "../../ui/forms/button";
import { Checkbox } from "../../ui/forms/checkbox";
import { TextField } from "../../ui/forms/field";
import { FormDialog } from "../../ui/overlays/form-dialog";
import type { EndpointInputJson, OrganisationEndpointJson } from "../api";
import { AddressField } from "../state/address-field";
import { HeaderFields } from "./header-fields";
import { findRepeated, type HeaderLine, toHeaders } from "./headers";
import * as texts from "./texts";
import type { EndpointActions } from "./use-endpoints";

interface EndpointDialogProps {
  /** The endpoint to change; undefined for a new one. */
  endpoint: OrganisationEndpointJson | undefined;
  actions: EndpointActions;
  onClose: () => void;
}

/** The entered values; `headers` is undefined while the stored ones are kept. */
interface Values {
  name: string;
  url: string;
  types: readonly EventType[];
  headers: HeaderLine[] | undefined;
}

const toValues = (endpoint: OrganisationEndpointJson | undefined): Values => ({
  name: endpoint?.name ?? "",
  url: endpoint?.url ?? "",
  types: endpoint?.event_types ?? ["transaction.received"],
  headers: endpoint && endpoint.header_names.length > 0 ? undefined : [],
});

const toInput = ({ name, url, types, headers }: Values): EndpointInputJson => ({
  name,
  url: url.trim(),
  event_types: [...types],
  ...(headers && { headers: toHeaders(headers) }),
});

/** Dialog to add or change an organisation-wide endpoint: name, address, types of events and custom headers. */
export function EndpointDialog({ endpoint, actions: { create, update }, onClose }: EndpointDialogProps) {
  const [values, setValues] = useState(() => toValues(endpoint));
  const { isPending, error: thrown } = endpoint ? update : create;
  const error = thrown ? asApiError(thrown) : undefined;
  const change = (changes: Partial<Values>) => setValues((now) => ({ ...now, ...changes }));
  const submit = () => {
    if (values.headers && findRepeated(values.headers)) return;
    if (endpoint) update.mutate({ id: endpoint.id, ...toInput(values) });
    else create.mutate(toInput(values));
  };
  return (
    <FormDialog
      title={endpoint ? texts.editEndpoint : texts.addAnEndpoint}
      description={endpoint ? texts.eventsThatWaitAreSent : texts.itReceivesEveryPayment}
      submitLabel={endpoint ? texts.save : texts.addEndpoint}
      isBusy={isPending}
      isDisabled={values.types.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields endpoint={endpoint} values={values} error={error} onChange={change} />
    </FormDialog>
  );
}

interface FieldsProps {
  endpoint: OrganisationEndpointJson | undefined;
  values: Values;
  error: ApiError | undefined;
  onChange: (changes: Partial<Values>) => void;
}

function Fields({ endpoint, values, error, onChange }: FieldsProps) {
  const isAtField = error?.fieldErrors.some(({ pointer }) =>
    /^\/(name|url|event_types|headers)/.test(pointer),
  );
  return (
    <>
      <AddressField
        value={values.url}
        error={error?.findFieldError("/url", { label: texts.address })}
        onChange={(url) => onChange({ url })}
      />
      <TextField
        label={texts.name}
        aside={texts.optional}
        autoComplete="off"
        maxLength={100}
        placeholder={texts.whichSystemReceivesTheEvents}
        value={values.name}
        error={error?.findFieldError("/name", { label: texts.name, expected: texts.typeAtMost100Characters })}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TypeFields chosen={values.types} onChange={(types) => onChange({ types })} />
      {values.headers ? (
        <HeaderFields lines={values.headers} error={error} onChange={(headers) => onChange({ headers })} />
      ) : (
        <KeptHeaders
          names={endpoint?.header_names ?? []}
          onReplace={() => onChange({ headers: [{ key: 0, name: "", value: "" }] })}
        />
      )}
      {error && !isAtField && (
        <Banner
          tone="red"
          urgent
          title={endpoint ? texts.theEndpointWasNotChanged : texts.theEndpointWasNotAdded}
        >
          {error.detail}
        </Banner>
      )}
    </>
  );
}

interface TypeFieldsProps {
  chosen: readonly EventType[];
  onChange: (types: EventType[]) => void;
}

function TypeFields({ chosen, onChange }: TypeFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium text-ink-2 text-meta">{texts.eventsToSend}</legend>
      {EVENT_TYPES.map((type) => (
        <label key={type} className="flex min-h-8 items-center gap-2.5 text-body max-md:min-h-11">
          <Checkbox
            checked={chosen.includes(type)}
            onChange={(event) =>
              onChange(
                EVENT_TYPES.filter((one) => (one === type ? event.target.checked : chosen.includes(one))),
              )
            }
          />
          <span className="min-w-0">
            <code className="block font-mono text-meta">{type}</code>
            <span className="block text-ink-3 text-meta">{EVENT_TYPE_NOTES[type]}</span>
          </span>
        </label>
      ))}
      {chosen.length === 0 && <p className="text-meta text-red">{texts.chooseAtLeastOne}</p>}
    </fieldset>
  );
}

function KeptHeaders({ names, onReplace }: { names: readonly string[]; onReplace: () => void }) {
  return (
    <div className="flex flex-col gap-1.5 text-meta">
      <span className="font-medium text-ink-2">{texts.customHeaders}</span>
      <p className="break-words text-ink-2">
        <code className="font-mono">{names.join(", ")}</code>
      </p>
      <p className="text-ink-3">{texts.theyStayAsTheyAre}</p>
      <Button size="small" className="w-fit" onClick={onReplace}>
        {texts.replaceTheHeaders}
      </Button>
    </div>
  );
}
