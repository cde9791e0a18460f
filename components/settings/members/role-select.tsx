"use client";

import { Check, ChevronDown } from "@/components/ui/icons/icons";
import { MEMBER_ROLES, type MemberRole, ROLE_NAMES } from "@/lib/core/roles";
import { cn } from "../../ui/display/cn";
import { Button } from "../../ui/forms/button";
import { DropdownMenu, MenuItem } from "../../ui/overlays/dropdown-menu";

interface RoleSelectProps {
  /** What the role is of, for the button's name: "Role of Ada". */
  label: string;
  value: MemberRole;
  isDisabled?: boolean;
  onRole: (role: MemberRole) => void;
  className?: string;
}

/** A button with the chosen role that opens the list of roles. */
export function RoleSelect({ label, value, isDisabled = false, onRole, className }: RoleSelectProps) {
  return (
    <DropdownMenu
      label={label}
      align="start"
      trigger={
        <Button
          disabled={isDisabled}
          aria-label={`${label}: ${ROLE_NAMES[value]}`}
          className={cn("min-w-32 justify-between", className)}
        >
          {ROLE_NAMES[value]}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {MEMBER_ROLES.map((role) => (
        <MenuItem
          key={role}
          role="menuitemradio"
          aria-checked={role === value}
          onSelect={() => role !== value && onRole(role)}
        >
          <Check aria-hidden className={cn(role !== value && "opacity-0")} />
          {ROLE_NAMES[role]}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
