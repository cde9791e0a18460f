import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { MemberRole } from "@/lib/core/roles";
import type { InviteMember, MemberRow, ShownLink } from "@/lib/organisations/contract";
import { asApiError, sendJson } from "../shared/api";
import { toast } from "../ui/toast";

export type ShownMemberRow = z.input<typeof MemberRow>;
export type MemberLink = z.input<typeof ShownLink>;

/** Says what did not happen, and why. */
export const tellFailure = (what: string) => (thrown: unknown) =>
  toast({ tone: "failed", text: `${what} ${asApiError(thrown).detail}` });

/** What every change of the members is followed by. */
function useMembersChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["members"] }),
      client.invalidateQueries({ queryKey: ["audit"] }),
    ]);
}

/** Invites somebody; the answer is the link to give them. Its failures stand in the form. */
export function useInvite() {
  return useMutation({
    mutationFn: (who: z.input<typeof InviteMember>) =>
      sendJson<MemberLink>("POST", "/api/dashboard/members", who),
    onSettled: useMembersChanged(),
  });
}

/** Makes a link by which a member sets a new password. */
export function useResetLink() {
  return useMutation({
    mutationFn: (id: string) => sendJson<MemberLink>("POST", `/api/dashboard/members/${id}/link`),
    onError: tellFailure("No link was made."),
    onSettled: useMembersChanged(),
  });
}

/** Gives a member another role. */
export function useChangeRole() {
  return useMutation({
    mutationFn: ({ id, role }: { id: string; role: MemberRole }) =>
      sendJson("PATCH", `/api/dashboard/members/${id}`, { role }),
    onError: tellFailure("The role was not changed."),
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

/** Removes the second factor of a member who has lost it. */
export function useResetSecondFactor() {
  return useMutation({
    mutationFn: (id: string) => sendJson("DELETE", `/api/dashboard/members/${id}/second-factor`),
    onSettled: useMembersChanged(),
  });
}
