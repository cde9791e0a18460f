import { type ReactNode, useId } from "react";
import { cn } from "../display/cn";
import { Input, type InputProps } from "./input";

/** Props that connect a control to its label, hint and error. */
export interface FieldControl {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

interface FieldProps {
  label: ReactNode;
  /** Shown to the right of the label: "Optional", a link. */
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Number of lines that are kept free for the hint or error, so that an error moves nothing. */
  noteLines?: 0 | 1 | 2;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** A control with a label above and a hint or error below. */
export function Field({ label, aside, hint, error, noteLines = 0, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error || hint);
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-3 text-meta">
        <label className="font-medium text-ink-2" htmlFor={id}>
          {label}
        </label>
        {aside && <span className="text-ink-3">{aside}</span>}
      </div>
      {children({
        id,
        ...(hasNote && { "aria-describedby": noteId }),
        ...(error && { "aria-invalid": true }),
      })}
      {(hasNote || noteLines > 0) && (
        <p
          id={noteId}
          className={cn(
            noteLines === 2 ? "min-h-8" : "min-h-4",
            "text-meta",
            error ? "text-red" : "text-ink-3",
          )}
        >
          {error || hint}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<InputProps, "id"> {
  label: ReactNode;
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  noteLines?: 0 | 1 | 2;
  fieldClassName?: string;
}

/** A labelled single-line text input. */
export function TextField({
  label,
  aside,
  hint,
  error,
  noteLines = 0,
  fieldClassName,
  ...rest
}: TextFieldProps) {
  return (
    <Field
      label={label}
      aside={aside}
      hint={hint}
      error={error}
      noteLines={noteLines}
      {...(fieldClassName && { className: fieldClassName })}
    >
      {(control) => <Input {...rest} {...control} />}
    </Field>
  );
}
