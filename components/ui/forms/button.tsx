import { cva, type VariantProps } from "class-variance-authority";
import { type ComponentProps, cloneElement, isValidElement, type MouseEvent } from "react";
import { cn } from "../display/cn";
import { Spinner } from "../display/spinner";

const look = cva(
  "inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap font-medium transition-colors duration-100 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed [&_svg]:shrink-0 max-md:h-11",
  {
    variants: {
      tone: {
        primary:
          "bg-primary text-primary-ink shadow-button hover:bg-primary-hover active:bg-primary-hover disabled:bg-muted disabled:text-ink-3 disabled:shadow-none",
        plain:
          "border border-edge-strong bg-surface text-ink shadow-button hover:bg-subtle active:bg-muted disabled:border-transparent disabled:bg-muted disabled:text-ink-3 disabled:shadow-none aria-expanded:bg-subtle",
        ghost:
          "text-ink-2 hover:bg-subtle hover:text-ink active:bg-muted disabled:text-ink-3 aria-expanded:bg-subtle",
        danger:
          "bg-red-solid text-white shadow-button hover:bg-red-hover active:bg-red-hover disabled:bg-muted disabled:text-ink-3 disabled:shadow-none",
        "danger-text":
          "border border-edge-strong bg-surface text-red shadow-button hover:bg-red-wash active:bg-red-wash disabled:border-transparent disabled:bg-muted disabled:text-ink-3 disabled:shadow-none",
      },
      size: {
        small: "h-7 gap-1.5 rounded-chip px-2.5 text-meta [&_svg]:size-3.5",
        medium: "h-8 gap-2 rounded-chip px-3 text-body [&_svg]:size-4",
        large: "h-10 gap-2 rounded-field px-4 text-section [&_svg]:size-4",
      },
      square: { true: "px-0 max-md:w-11", false: "" },
    },
    compoundVariants: [
      { square: true, size: "small", className: "w-7" },
      { square: true, size: "medium", className: "w-8" },
      { square: true, size: "large", className: "w-10" },
    ],
    defaultVariants: { tone: "plain", size: "medium", square: false },
  },
);

interface ButtonProps extends Omit<ComponentProps<"button">, "size">, VariantProps<typeof look> {
  /** Waiting for a response: the label stays, further presses do nothing, and the focus is kept. */
  busy?: boolean;
  /** Applies the styles to its only child, mostly a link. */
  asChild?: boolean;
}

const preventClick = (event: MouseEvent) => event.preventDefault();

/**
 * A button, or with `asChild` a link styled as one. A button with only an icon is `square` and has an
 * `aria-label`. On a phone, the touch target is at least 44 px high.
 */
export function Button({ tone, size, square, busy, asChild, className, children, ...rest }: ButtonProps) {
  const classes = cn(look({ tone, size, square }), className);
  if (asChild) {
    if (!isValidElement<{ className?: string }>(children)) return null;
    return cloneElement(children, { ...rest, className: cn(classes, children.props.className) });
  }
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { "aria-busy": true, "aria-disabled": true, onClick: preventClick })}
      className={classes}
    >
      {busy && <Spinner className="-ml-0.5" />}
      {children}
    </button>
  );
}
