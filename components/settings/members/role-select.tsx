import type { ComponentProps } from "react";
import { MEMBER_ROLES, type MemberRole, ROLE_NAMES } from "@/lib/core/roles";
import { cn } from "../../ui/display/cn";

interface RoleSelectProps extends Omit<ComponentProps<"select">, "onChange" | "value"> {
  value: MemberRole;
  onRole: (role: MemberRole) => void;
}

/** A select of the member roles. Label it with a `Field` or an `aria-label`. */
export function RoleSelect({ value, onRole, className, ...rest }: RoleSelectProps) {
  return (
    <select
      {...rest}
      value={value}
      onChange={(event) => onRole(MEMBER_ROLES.find((role) => role === event.target.value) ?? value)}
      className={cn(
        "h-8 rounded-chip border border-control bg-surface px-2 text-body text-ink max-md:h-11 max-md:text-touch",
        className,
      )}
    >
      {MEMBER_ROLES.map((role) => (
        <option key={role} value={role}>
          {ROLE_NAMES[role]}
        </option>
      ))}
    </select>
  );
}
