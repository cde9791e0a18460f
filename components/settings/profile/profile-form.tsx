import { type FormEvent, useEffect, useRef, useState } from "react";
import { keysOf } from "@/lib/core/keys";
import { Banner } from "../../shared/layout/banner";
import { Card, CardHead } from "../../shared/layout/card";
import { asApiError } from "../../shared/requests/api";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import { Field, type FieldControl, TextField } from "../../ui/forms/field";
import { Select } from "../../ui/forms/select";
import * as texts from "./texts";
import { type ProfileJson, useChangeProfile } from "./use-profile";

const LABELS = {
  legal_name: texts.legalName,
  address: texts.postalAddress,
  time_zone: texts.timeZone,
} as const;

/** The fields as typed; an empty one is not given. */
type Draft = Record<keyof typeof LABELS, string>;

const toDraft = ({ legal_name, address, time_zone }: ProfileJson): Draft => ({
  legal_name: legal_name ?? "",
  address: address ?? "",
  time_zone: time_zone ?? "",
});

/** The edits of the form, their errors, and what saves them. Fields that are not edited follow the profile. */
function useProfileForm(profile: ProfileJson) {
  const [edits, setEdits] = useState<Partial<Draft>>({});
  const saving = useChangeProfile();
  const form = useRef<HTMLFormElement>(null);
  const current = toDraft(profile);
  const changed = keysOf(LABELS).filter(
    (field) => edits[field] !== undefined && edits[field] !== current[field],
  );
  const error = saving.error ? asApiError(saving.error) : undefined;
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [error]);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (saving.isPending || changed.length === 0) return;
    saving.mutate(Object.fromEntries(changed.map((field) => [field, edits[field]])), {
      onSuccess: () => {
        // Every time on the page is formatted anew.
        if (changed.includes("time_zone")) window.location.reload();
        setEdits({});
        toast({ text: texts.theProfileIsSaved });
      },
    });
  }
  return {
    ...{ form, submit },
    draft: { ...current, ...edits },
    isEdited: changed.length > 0,
    isSaving: saving.isPending,
    change: (change: Partial<Draft>) => setEdits((now) => ({ ...now, ...change })),
    faultOf: (field: keyof Draft) => error?.findFieldError(`/${field}`, { label: LABELS[field] }),
    otherError: error && error.fieldErrors.length === 0 ? error : undefined,
  };
}

/** The form of the legal name, the address and the time zone, for owners. */
export function ProfileForm({ profile }: { profile: ProfileJson }) {
  const { form, draft, change, faultOf, submit, isEdited, isSaving, otherError } = useProfileForm(profile);
  return (
    <Card aria-label={texts.profile}>
      <CardHead title={texts.profile} />
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-5 border-edge border-t px-4 py-5 *:w-full"
      >
        <TextField
          label={LABELS.legal_name}
          aside={texts.optional}
          size="large"
          autoComplete="organization"
          hint={texts.asRegistered}
          value={draft.legal_name}
          onChange={({ target }) => change({ legal_name: target.value })}
          error={faultOf("legal_name")}
        />
        <Field
          label={LABELS.address}
          aside={texts.optional}
          hint={texts.upToSixLines}
          error={faultOf("address")}
        >
          {(control) => <AddressBox {...control} value={draft.address} onChange={change} />}
        </Field>
        <TimeZoneField
          profile={profile}
          value={draft.time_zone}
          onChange={change}
          error={faultOf("time_zone")}
        />
        {otherError && (
          <Banner tone="red" urgent title={texts.nothingWasChanged}>
            {otherError.detail}
          </Banner>
        )}
        <div>
          <Button tone="primary" type="submit" busy={isSaving} disabled={!isEdited && !isSaving}>
            {texts.saveChanges}
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface ControlProps {
  value: string;
  onChange: (change: Partial<Draft>) => void;
}

const AddressBox = ({ value, onChange, ...control }: FieldControl & ControlProps) => (
  <textarea
    {...control}
    rows={4}
    autoComplete="street-address"
    value={value}
    onChange={({ target }) => onChange({ address: target.value })}
    className="rounded-field border border-control bg-surface px-3 py-2 text-section font-normal text-ink aria-invalid:border-red max-md:text-touch"
  />
);

function TimeZoneField(props: ControlProps & { profile: ProfileJson; error: string | undefined }) {
  const { profile, value, onChange, error } = props;
  return (
    <Field label={LABELS.time_zone} hint={texts.whichTimesUseTheZone} error={error}>
      {(control) => (
        <Select
          {...control}
          size="large"
          value={value}
          onChange={({ target }) => onChange({ time_zone: target.value })}
        >
          <option value="">{texts.sameAsTheService(profile.default_time_zone)}</option>
          {profile.time_zones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </Select>
      )}
    </Field>
  );
}
