import type { LucideIcon } from "lucide-react";
import * as Radix from "radix-ui/dropdown-menu";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

/** The panel that menus share. */
export const POPPED =
  "z-50 min-w-44 animate-fade-in rounded-field border border-edge bg-surface p-1 text-body text-ink shadow-pop outline-none";

const ITEM =
  "flex h-8 select-none items-center gap-2.5 rounded-chip px-2.5 outline-none data-highlighted:bg-subtle data-disabled:text-ink-3 max-md:h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3";

interface DropdownMenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  label?: string;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom";
  className?: string;
  children: ReactNode;
}

/** A menu of actions that hangs from a button. */
export function DropdownMenu({
  trigger,
  label,
  align = "end",
  side,
  className,
  children,
}: DropdownMenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          {...(side && { side })}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className={cn(POPPED, className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ItemProps extends ComponentProps<typeof Radix.Item> {
  icon?: LucideIcon;
  danger?: boolean;
}

/** One action; with `asChild` its child is a link. */
export function MenuItem({ icon: Icon, danger, className, asChild, children, ...rest }: ItemProps) {
  return (
    <Radix.Item
      {...rest}
      {...(asChild && { asChild })}
      className={cn(ITEM, danger && "text-red [&_svg]:text-red", className)}
    >
      {asChild ? (
        children
      ) : (
        <>
          {Icon && <Icon aria-hidden />}
          {children}
        </>
      )}
    </Radix.Item>
  );
}

/** A line between groups of actions. */
export function MenuLine() {
  return <Radix.Separator className="my-1 border-edge border-t" />;
}

/** What the actions below it are about. */
export function MenuHead({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 py-1.5 text-ink-3 text-meta">{children}</Radix.Label>;
}
