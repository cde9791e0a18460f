import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { MemberRole } from "@/lib/core/roles";
import type {
  ConfirmSecondFactor,
  OwnSecondFactor,
  RecoveryCodes,
  RequiredRoles,
  SecondFactorSetUp,
} from "@/lib/second-factor/contract";
import type { ChangePassword } from "@/lib/sign-ins/contract";
import { getJson, sendJson } from "../shared/api";
import { toast } from "../ui/toast";
import { tellFailure } from "./member-requests";

export type ShownSecondFactor = z.input<typeof OwnSecondFactor>;
type ShownCodes = z.input<typeof RecoveryCodes>;

const ACCOUNT = "/api/dashboard/account";
const SECOND_FACTOR = `${ACCOUNT}/second-factor`;

/** What every change of one's own account is followed by. */
function useAccountChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ["second-factor", "sign-ins", "members", "audit"].map((name) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    );
}

/** One's own second factor, as the page began with it and as it is now. */
export function useSecondFactor(initial: ShownSecondFactor): ShownSecondFactor {
  const { data } = useQuery({
    queryKey: ["second-factor"],
    queryFn: ({ signal }) => getJson<ShownSecondFactor>(SECOND_FACTOR, signal),
    initialData: initial,
  });
  return data;
}

/** Changes one's own password. Its failures stand in the form. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (given: z.input<typeof ChangePassword>) =>
      sendJson<{ count: number }>("POST", `${ACCOUNT}/password`, given),
    onSettled: useAccountChanged(),
  });
}

/** Begins the set-up of a second factor: one secret for as long as the set-up is open. */
export function useSetUpSecret() {
  return useQuery({
    queryKey: ["second-factor-set-up"],
    queryFn: () => sendJson<z.input<typeof SecondFactorSetUp>>("POST", `${SECOND_FACTOR}/start`),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Ends the set-up by the first code; the answer is the recovery codes. Its failures stand in the form. */
export function useConfirmSetUp() {
  return useMutation({
    mutationFn: (given: z.input<typeof ConfirmSecondFactor>) =>
      sendJson<ShownCodes>("POST", SECOND_FACTOR, given),
    onSettled: useAccountChanged(),
  });
}

/** Turns one's own second factor off. */
export function useTurnOff() {
  return useMutation({
    mutationFn: () => sendJson<ShownSecondFactor>("DELETE", SECOND_FACTOR),
    onSettled: useAccountChanged(),
  });
}

/** Makes new recovery codes; the old ones are no longer accepted. */
export function useRenewCodes() {
  return useMutation({
    mutationFn: () => sendJson<ShownCodes>("POST", `${ACCOUNT}/recovery-codes`),
    onError: tellFailure("No codes were made."),
    onSettled: useAccountChanged(),
  });
}

const ROLES_PATH = "/api/dashboard/second-factor-roles";

/** The roles that need a second factor, and how to change them. */
export function useRequiredRoles(initial: z.input<typeof RequiredRoles>) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ["second-factor-roles"],
    queryFn: ({ signal }) => getJson<z.input<typeof RequiredRoles>>(ROLES_PATH, signal),
    initialData: initial,
  });
  const change = useMutation({
    mutationFn: (roles: MemberRole[]) =>
      sendJson<z.input<typeof RequiredRoles>>("PUT", ROLES_PATH, { roles }),
    onSuccess: (changed) => {
      client.setQueryData(["second-factor-roles"], changed);
      toast({ text: "Saved. It is in force at the next page that these members open." });
    },
    onError: tellFailure("Nothing was changed."),
    onSettled: () => client.invalidateQueries({ queryKey: ["audit"] }),
  });
  return { roles: data.roles, change };
}
