import type { ApiError } from "../shared/requests/api";
import { Field } from "../ui/forms/field";
import { Segmented } from "../ui/forms/segmented";
import * as texts from "./texts";

type Scope = "read" | "write";

const SCOPES = [
  { value: "write", label: texts.readAndWrite },
  { value: "read", label: texts.readOnly },
] as const;

/** Field for a key's scope. */
export function ScopeField({ value, onChange }: { value: Scope; onChange: (scope: Scope) => void }) {
  return (
    <div className="flex flex-col gap-1.5 text-meta">
      <span aria-hidden className="font-medium text-ink-2">
        {texts.whatItMayDo}
      </span>
      <Segmented
        label={texts.whatItMayDo}
        choices={SCOPES}
        value={value}
        onChange={onChange}
        className="w-fit"
      />
      <p className="text-ink-3">{value === "read" ? texts.itOnlyReads : texts.itReadsAndChanges}</p>
    </div>
  );
}

/** The non-empty lines of the field with their line numbers. */
function filledLines(text: string): { text: string; number: number }[] {
  return text
    .split("\n")
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter((line) => line.text !== "");
}

/** Parses the field's text into the entries that the API expects. */
export const parseAddresses = (text: string) => filledLines(text).map((line) => line.text);

/** Error text for the lines that the server rejected. The server's index counts only non-empty lines, from 0. */
function addressFault(text: string, error: ApiError | undefined): string | undefined {
  const lines = filledLines(text);
  const wrong = lines.filter((_line, index) => error?.hasFieldError(`/allowed_addresses/${index}`));
  if (wrong.length === 0)
    return error?.findFieldError("/allowed_addresses", { label: texts.allowedAddresses });
  return wrong.map((line) => texts.lineIsNotAnAddress(line.number, line.text)).join(" ");
}

interface AddressesFieldProps {
  value: string;
  onChange: (text: string) => void;
  /** The server's error for `sent`. */
  error: ApiError | undefined;
  /** The text that was last sent. */
  sent: string;
}

/** Field for a key's allowed addresses, one address or range per line. */
export function AddressesField({ value, onChange, error, sent }: AddressesFieldProps) {
  return (
    <Field
      label={texts.allowedAddresses}
      aside={texts.optional}
      hint={texts.oneIpAddressOrRange}
      error={addressFault(sent, error)}
    >
      {(control) => (
        <textarea
          {...control}
          rows={3}
          autoComplete="off"
          spellCheck={false}
          className="rounded-field border border-control bg-surface px-3 py-2 font-mono text-body text-ink aria-invalid:border-red max-md:text-touch"
          value={value}
          onChange={(change) => onChange(change.target.value)}
        />
      )}
    </Field>
  );
}
