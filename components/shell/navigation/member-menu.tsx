"use client";

import { ChevronsUpDown, Keyboard, LogOut, SlidersHorizontal } from "@/components/ui/icons/icons";
import { ROLE_NAMES } from "@/lib/core/roles";
import { signOut } from "../../shared/requests/auth-client";
import { Avatar } from "../../ui/display/avatar";
import { Link } from "../../ui/display/link";
import { toast } from "../../ui/feedback/toast";
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from "../../ui/overlays/dropdown-menu";
import { openKeyList } from "../commands/commands";
import type { FrameMember } from "./frame-member";
import { OrganisationItems } from "./organisation-items";
import * as texts from "./texts";

/** Signs out; shows a toast if that fails. */
export function handleSignOut(): void {
  signOut().catch(() => toast({ tone: "failed", text: texts.youAreStillSignedIn }));
}

/** Menu of the signed-in member, with settings and sign-out. */
export function MemberMenu({ member }: { member: FrameMember }) {
  return (
    <div className="border-edge border-t p-2">
      <DropdownMenu
        label={texts.yourAccount}
        align="start"
        side="top"
        className="w-56"
        trigger={
          <button
            type="button"
            className="flex w-full items-center gap-2.5 rounded-chip px-2 py-1.5 text-left hover:bg-subtle max-xl:justify-center max-xl:px-0"
          >
            <Avatar name={member.name} />
            <span className="min-w-0 flex-1 max-xl:sr-only">
              <span className="block truncate font-medium text-body">{member.name}</span>
              <span className="block truncate text-ink-3 text-meta">{member.organisationName}</span>
            </span>
            <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-3 max-xl:hidden" />
          </button>
        }
      >
        <MenuLabel>
          <span className="block truncate text-ink-2">{member.email}</span>
          {ROLE_NAMES[member.role]}
        </MenuLabel>
        <OrganisationItems organisations={member.organisations} />
        <MenuSeparator />
        <MenuItem asChild>
          <Link href="/settings">
            <SlidersHorizontal aria-hidden />
            {texts.settings}
          </Link>
        </MenuItem>
        <MenuItem icon={Keyboard} onSelect={openKeyList}>
          {texts.keyboardShortcuts}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={LogOut} onSelect={handleSignOut}>
          {texts.signOut}
        </MenuItem>
      </DropdownMenu>
    </div>
  );
}
