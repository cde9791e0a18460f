import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { MemberRole } from "@/lib/core/roles";
import type { InviteMember, MemberRow, ShownLink } from "@/lib/organisations/contract";
import { sendJson } from "../../shared/requests/api";
import { showFailure } from "../../shared/requests/show-failure";
import * as texts from "./texts";

export type MemberJson = z.input<typeof MemberRow>;
export type MemberLink = z.input<typeof ShownLink>;

/** Returns a function that refetches the data affected by a change of the members. */
function useMembersChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["members"] }),
      client.invalidateQueries({ queryKey: ["audit"] }),
    ]);
}

/** Invites a member; returns the link to pass on. The form shows errors. */
export function useInvite() {
  return useMutation({
    mutationFn: (invitee: z.input<typeof InviteMember>) =>
      sendJson<MemberLink>("POST", "/api/dashboard/members", invitee),
    onSettled: useMembersChanged(),
  });
}

/** Creates a link with which a member sets a new password. */
export function useResetLink() {
  return useMutation({
    mutationFn: (id: string) => sendJson<MemberLink>("POST", `/api/dashboard/members/${id}/link`),
    onError: showFailure(texts.noLinkWasMade),
    onSettled: useMembersChanged(),
  });
}

/** Changes a member's role. */
export function useChangeRole() {
  return useMutation({
    mutationFn: ({ id, role }: { id: string; role: MemberRole }) =>
      sendJson("PATCH", `/api/dashboard/members/${id}`, { role }),
    onError: showFailure(texts.theRoleWasNotChanged),
    onSettled: useMembersChanged(),
  });
}

/** Removes a member. */
export function useRemoveMember() {
  return useMutation({
    mutationFn: (id: string) => sendJson("DELETE", `/api/dashboard/members/${id}`),
    onSettled: useMembersChanged(),
  });
}

/** Removes a member's second factor. */
export function useResetSecondFactor() {
  return useMutation({
    mutationFn: (id: string) => sendJson("DELETE", `/api/dashboard/members/${id}/second-factor`),
    onSettled: useMembersChanged(),
  });
}
