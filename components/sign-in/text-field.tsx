import type { ComponentPropsWithRef, ReactNode } from "react";

interface TextFieldProps extends ComponentPropsWithRef<"input"> {
  id: string;
  label: string;
  /** What stands across from the label. */
  aside?: ReactNode;
  /** A button inside the field, at its end. */
  action?: ReactNode;
  /** What is wrong with what was typed. */
  fault?: string | undefined;
  hint?: string;
}

/** A large field with its label above and its fault below, tied together for a screen reader. */
export function TextField({ id, label, aside, action, fault, hint, ...input }: TextFieldProps) {
  const described = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between">
        <label htmlFor={id} className="font-medium text-[13px] text-ink-2 leading-[18px]">
          {label}
        </label>
        {aside}
      </div>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={fault ? true : undefined}
          aria-describedby={described || undefined}
          className="h-11 w-full rounded-[8px] border border-control bg-surface px-3 text-[14px] text-ink outline-offset-2 focus-visible:outline-2 focus-visible:outline-brand aria-invalid:border-red"
        />
        {action}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-[12px] text-ink-3 leading-4">
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} className="mt-1.5 text-[13px] text-red leading-[18px]">
          {fault}
        </p>
      )}
    </div>
  );
}
