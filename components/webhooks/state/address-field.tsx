import { TextField } from "../../ui/forms/field";
import * as texts from "./texts";

interface AddressFieldProps {
  value: string;
  error: string | undefined;
  onChange: (address: string) => void;
}

/** Field for the URL that events are sent to. */
export function AddressField({ value, error, onChange }: AddressFieldProps) {
  return (
    <TextField
      label={texts.address}
      type="url"
      size="large"
      className="font-mono text-body"
      autoComplete="off"
      spellCheck={false}
      maxLength={2_000}
      placeholder="https://tickets.example/takings"
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
