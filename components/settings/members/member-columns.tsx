import { Ellipsis } from "@/components/ui/icons/icons";
import { Link2, ShieldOff, UserMinus } from "@/components/ui/icons/late-icons";
import { Instant } from "../../shared/format/instant";
import type { Column } from "../../shared/tables/data-table";
import { Avatar } from "../../ui/display/avatar";
import { Chip } from "../../ui/display/chip";
import { Button } from "../../ui/forms/button";
import { DropdownMenu, MenuItem } from "../../ui/overlays/dropdown-menu";
import { type MemberJson, useChangeRole } from "./member-requests";
import { RoleSelect } from "./role-select";
import * as texts from "./texts";

interface MemberActions {
  /** The signed-in member, who cannot remove themselves. */
  ownId: string;
  onReset: (member: MemberJson) => void;
  onRemove: (member: MemberJson) => void;
  onResetSecondFactor: (member: MemberJson) => void;
}

function MemberName({
  member: { name, email, status, second_factor: hasSecondFactor },
}: {
  member: MemberJson;
}) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1.5">
      <Avatar name={name || email} className="size-7" />
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-medium">
          <span className="truncate">{name || email}</span>
          {status === "invited" && <Chip tone="amber">{texts.invited}</Chip>}
          {hasSecondFactor && <Chip tone="green">{texts.secondFactor}</Chip>}
        </span>
        {name && <span className="block truncate text-ink-3 text-meta">{email}</span>}
      </span>
    </span>
  );
}

function RoleCell({ member: { id, name, email, role } }: { member: MemberJson }) {
  const change = useChangeRole();
  const shown = change.isPending ? change.variables.role : role;
  return (
    <RoleSelect
      label={texts.roleOf(name || email)}
      isDisabled={change.isPending}
      value={shown}
      onRole={(next) => change.mutate({ id, role: next })}
    />
  );
}

function Actions({
  member,
  ownId,
  onReset,
  onRemove,
  onResetSecondFactor,
}: MemberActions & { member: MemberJson }) {
  const isOwn = member.id === ownId;
  return (
    <DropdownMenu
      label={texts.whatToDoWith(member.name || member.email)}
      trigger={
        <Button tone="ghost" square aria-label={texts.moreFor(member.name || member.email)}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      <MenuItem icon={Link2} onSelect={() => onReset(member)}>
        {member.status === "invited" ? texts.newLink : texts.linkForANewPassword}
      </MenuItem>
      {!isOwn && member.second_factor && (
        <MenuItem icon={ShieldOff} onSelect={() => onResetSecondFactor(member)}>
          {texts.resetSecondFactor}
        </MenuItem>
      )}
      {!isOwn && (
        <MenuItem icon={UserMinus} danger onSelect={() => onRemove(member)}>
          {texts.remove}
        </MenuItem>
      )}
    </DropdownMenu>
  );
}

/** Columns of the members table. */
export function memberColumns(actions: MemberActions): Column<MemberJson>[] {
  return [
    { key: "who", title: texts.member, head: true, cell: (member) => <MemberName member={member} /> },
    { key: "role", title: texts.role, cell: (member) => <RoleCell member={member} /> },
    {
      key: "added",
      title: texts.added,
      priority: 3,
      cell: ({ created_at }) => <Instant at={created_at} as="date" className="text-ink-2" />,
    },
    {
      key: "more",
      title: <span className="sr-only">{texts.more}</span>,
      end: true,
      cell: (member) => <Actions member={member} {...actions} />,
    },
  ];
}

/** A member in the phone layout. */
export function MemberItem({ member, ...actions }: MemberActions & { member: MemberJson }) {
  return (
    <div className="flex items-center justify-between gap-3 px-4 py-2">
      <div className="min-w-0">
        <MemberName member={member} />
        <div className="pb-1.5 pl-[38px]">
          <RoleCell member={member} />
        </div>
      </div>
      <Actions member={member} {...actions} />
    </div>
  );
}
