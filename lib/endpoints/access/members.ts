import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import {
  changeRole,
  inviteMember,
  listMembers,
  type Member,
  type MemberLink,
  removeMember,
  resetMember,
  resetSecondFactor,
} from "@/lib/organisations";
import { ChangeRole, InviteMember, MemberRow, ShownLink } from "@/lib/organisations/contract";
import { getRequiredRoles, setRequiredRoles } from "@/lib/second-factor";
import { RequiredRoles } from "@/lib/second-factor/contract";

const MemberParams = z.object({ member_id: idSchema("member") });

const toLinkJson = ({
  memberId,
  url,
  expiresAt,
  isMailed = false,
}: Member & MemberLink & { isMailed?: boolean }) => ({
  member_id: memberId,
  url,
  expires_at: expiresAt,
  mailed: isMailed,
});

/** Lists the members of the organisation. */
export const listMembersEndpoint = endpoint({
  name: "list members",
  params: z.object({}),
  status: 200,
  response: z.array(MemberRow),
  handle: listMembers,
});

/** Invites a person. Returns the single-use link that accepts the invitation. */
export const inviteMemberEndpoint = endpoint({
  name: "invite member",
  params: z.object({}),
  body: InviteMember,
  status: 201,
  response: ShownLink,
  handle: async (scope, { body }) => toLinkJson(await inviteMember(scope, body)),
});

/** Returns a single-use link with which a member sets a new password. */
export const resetMemberEndpoint = endpoint({
  name: "reset password of member",
  params: MemberParams,
  status: 201,
  response: ShownLink,
  handle: async (scope, { params }) => toLinkJson(await resetMember(scope, { memberId: params.member_id })),
});

/** Changes the role of a member. Returns the new role. */
export const changeRoleEndpoint = endpoint({
  name: "change role of member",
  params: MemberParams,
  body: ChangeRole,
  status: 200,
  response: ChangeRole,
  handle: async (scope, { params, body }) => {
    await changeRole(scope, params.member_id, body.role);
    return body;
  },
});

/** Removes a member from the organisation. Returns the id of the member. */
export const removeMemberEndpoint = endpoint({
  name: "remove member",
  params: MemberParams,
  status: 200,
  response: z.object({ id: idSchema("member") }),
  handle: async (scope, { params }) => {
    await removeMember(scope, params.member_id);
    return { id: params.member_id };
  },
});

/** Removes the second factor of another member. Returns the id of the member. */
export const resetSecondFactorEndpoint = endpoint({
  name: "reset second factor of member",
  params: MemberParams,
  status: 200,
  response: z.object({ id: idSchema("member") }),
  handle: async (scope, { params }) => {
    await resetSecondFactor(scope, { memberId: params.member_id });
    return { id: params.member_id };
  },
});

/** Returns the roles that need a second factor. */
export const getRequiredRolesEndpoint = endpoint({
  name: "get roles that need a second factor",
  params: z.object({}),
  status: 200,
  response: RequiredRoles,
  handle: getRequiredRoles,
});

/** Sets the roles that need a second factor. Returns them. */
export const setRequiredRolesEndpoint = endpoint({
  name: "set roles that need a second factor",
  params: z.object({}),
  body: RequiredRoles,
  status: 200,
  response: RequiredRoles,
  handle: (scope, { body }) => setRequiredRoles(scope, body),
});
