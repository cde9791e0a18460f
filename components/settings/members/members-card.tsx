"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { UserPlus } from "@/components/ui/icons/icons";
import type { MemberRole } from "@/lib/core/roles";
import { Card, CardHead } from "../../shared/layout/card";
import { EmptyState } from "../../shared/layout/empty";
import { LoadFailed } from "../../shared/layout/error-panel";
import { getJson } from "../../shared/requests/api";
import { DataTable } from "../../shared/tables/data-table";
import { Button } from "../../ui/forms/button";
import { InviteDialog } from "./invite-dialog";
import { LinkReveal } from "./link-reveal";
import { MemberItem, memberColumns } from "./member-columns";
import { type MemberJson, type MemberLink, useResetLink } from "./member-requests";
import { RemoveDialog, ResetFactorDialog } from "./remove-dialog";
import { RequiredRoles } from "./required-roles";
import * as texts from "./texts";

interface MembersCardProps {
  initial: MemberJson[];
  requiredRoles: MemberRole[];
  ownId: string;
}

/** The organisation's members and their roles. */
export function MembersCard({ initial, requiredRoles, ownId }: MembersCardProps) {
  const [isInviting, setInviting] = useState(false);
  const [removing, setRemoving] = useState<MemberJson>();
  const [shown, setShown] = useState<{ name: string; link: MemberLink }>();
  const [resetting, setResetting] = useState<MemberJson>();
  const { mutate: reset } = useResetLink();
  const members = useQuery({
    queryKey: ["members"],
    queryFn: ({ signal }) => getJson<MemberJson[]>("/api/dashboard/members", signal),
    initialData: initial,
  });
  const actions = useMemo(
    () => ({
      ownId,
      onRemove: setRemoving,
      onResetSecondFactor: setResetting,
      onReset: (member: MemberJson) =>
        reset(member.id, { onSuccess: (link) => setShown({ name: member.name || member.email, link }) }),
    }),
    [ownId, reset],
  );
  return (
    <div>
      {shown && <LinkReveal {...shown} onClose={() => setShown(undefined)} />}
      <Card aria-label={texts.members}>
        <CardHead title={texts.members} count={members.data.length}>
          <Button tone="primary" onClick={() => setInviting(true)}>
            <UserPlus aria-hidden />
            {texts.invite}
          </Button>
        </CardHead>
        <DataTable
          label={texts.members}
          columns={useMemo(() => memberColumns(actions), [actions])}
          rows={members.data}
          rowKey={({ id }) => id}
          failed={
            members.isError ? (
              <LoadFailed
                title={texts.theMembersDidNotLoad}
                error={members.error}
                onRetry={() => members.refetch()}
              />
            ) : undefined
          }
          empty={<EmptyState title={texts.thereAreNoMembers} />}
          noneFound={undefined}
          asItem={(member) => <MemberItem member={member} {...actions} />}
        />
        <RequiredRoles initial={requiredRoles} />
      </Card>
      {isInviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={(name, link) => {
            setInviting(false);
            setShown({ name, link });
          }}
        />
      )}
      {resetting && <ResetFactorDialog member={resetting} onClose={() => setResetting(undefined)} />}
      {removing && <RemoveDialog member={removing} onClose={() => setRemoving(undefined)} />}
    </div>
  );
}
