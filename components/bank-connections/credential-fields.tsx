import { Banner } from "../shared/layout/banner";
import { type ApiError, asApiError } from "../shared/requests/api";
import { TextField } from "../ui/forms/field";
import { type BankJson, credentialLabel } from "./api";
import * as texts from "./texts";

/** The values of the fields by the name of the credential. */
export type CredentialValues = Record<string, string>;

interface CredentialFieldsProps {
  bank: BankJson;
  values: CredentialValues;
  onChange: (values: CredentialValues) => void;
  error: unknown;
  /** Whether a blank field leaves the stored value. */
  keepsBlank?: boolean;
}

const errorAt = (error: ApiError | undefined, name: string) =>
  error?.findFieldError(`/credentials/${name}`, { label: credentialLabel(name) });

/** One field for each credential of a bank. Stored values are never shown. */
export function CredentialFields({
  bank,
  values,
  onChange,
  error: thrown,
  keepsBlank,
}: CredentialFieldsProps) {
  const error = thrown ? asApiError(thrown) : undefined;
  const isAtField = bank.fields.some(({ name }) => errorAt(error, name));
  return (
    <>
      {bank.fields.map(({ name, is_required, is_secret }) => (
        <TextField
          key={name}
          label={credentialLabel(name)}
          aside={is_required || keepsBlank ? undefined : texts.optional}
          type={is_secret ? "password" : "text"}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          placeholder={keepsBlank ? texts.unchanged : undefined}
          value={values[name] ?? ""}
          error={errorAt(error, name)}
          onChange={(change) => onChange({ ...values, [name]: change.target.value })}
        />
      ))}
      {error && !isAtField && (
        <Banner tone="red" title={texts.nothingWasSaved} urgent>
          {error.detail}
        </Banner>
      )}
    </>
  );
}
