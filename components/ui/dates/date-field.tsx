import type { ReactNode } from "react";
import { Field } from "../forms/field";
import { DateInput, type DateInputProps } from "./date-input";

interface DateFieldProps extends Omit<DateInputProps, "id" | "name"> {
  label: string;
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A labelled date, with or without a time of day. */
export function DateField({ label, aside, hint, error, ...rest }: DateFieldProps) {
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(control) => <DateInput {...rest} {...control} name={label} />}
    </Field>
  );
}
