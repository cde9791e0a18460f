import type { ComponentProps, ReactNode } from "react";
import { CircleAlert, type IconType, Search } from "@/components/ui/icons/icons";
import { cn } from "../display/cn";
import { Kbd } from "../display/kbd";

export interface InputProps extends Omit<ComponentProps<"input">, "size"> {
  icon?: IconType;
  /** Shown at the right end: a key hint, a unit, a button. */
  end?: ReactNode;
  size?: "small" | "medium" | "large";
  /** Classes of the box; `className` is for the input element. */
  boxClassName?: string;
}

const HEIGHTS = {
  small: "h-7 gap-1.5 rounded-chip px-2 text-meta max-md:h-11 max-md:text-touch",
  medium: "h-8 gap-2 rounded-chip px-2.5 text-body max-md:h-11 max-md:text-touch",
  large: "h-10 gap-2.5 rounded-field px-3 text-section max-md:h-11 max-md:text-touch",
};

/** Margins that take back the width of the error's icon and its gap: it is drawn over the input, which keeps its size. */
const OVER_INPUT = { small: "-ml-5.5", medium: "-ml-6", large: "-ml-6.5" };

/** A single-line text input. Needs a `Field` or an `aria-label`. */
export function Input({ icon: Icon, end, size = "medium", boxClassName, className, ...rest }: InputProps) {
  const isInvalid = rest["aria-invalid"] === true || rest["aria-invalid"] === "true";
  return (
    <span
      className={cn(
        "flex min-w-0 items-center border border-control bg-surface text-ink has-focus-visible:outline-2 has-focus-visible:outline-brand has-focus-visible:outline-offset-2 has-[[type=date]:focus-within]:outline-2 has-[[type=date]:focus-within]:outline-brand has-[[type=date]:focus-within]:outline-offset-2 has-disabled:border-edge-strong has-disabled:bg-subtle has-disabled:text-ink-3",
        HEIGHTS[size],
        isInvalid && "border-red",
        boxClassName,
      )}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />}
      <input
        {...rest}
        className={cn(
          "h-full w-full min-w-0 text-ellipsis bg-transparent font-normal tracking-normal outline-none",
          isInvalid && "pr-6",
          className,
        )}
      />
      {isInvalid && (
        <CircleAlert
          aria-hidden
          className={cn("pointer-events-none size-4 shrink-0 text-red", OVER_INPUT[size])}
        />
      )}
      {end}
    </span>
  );
}

/** A search field. With `keyHint`, it is the page's main one, focused by the `/` key. */
export function SearchField({
  keyHint = false,
  ...rest
}: Omit<InputProps, "icon" | "type"> & { keyHint?: boolean }) {
  return (
    <Input
      autoComplete="off"
      spellCheck={false}
      icon={Search}
      {...rest}
      type="search"
      {...(keyHint && {
        "data-search-key": "",
        "aria-keyshortcuts": "/",
        end: (
          <span aria-hidden className="max-md:hidden">
            <Kbd>/</Kbd>
          </span>
        ),
      })}
    />
  );
}
