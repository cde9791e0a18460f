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
import { getJson, sendJson } from "../../shared/requests/api";
import { showFailure } from "../../shared/requests/show-failure";
import { toast } from "../../ui/feedback/toast";
import * as texts from "./texts";

export type SecondFactorJson = z.input<typeof OwnSecondFactor>;
type ShownCodes = z.input<typeof RecoveryCodes>;

const ACCOUNT = "/api/dashboard/account";
const SECOND_FACTOR = `${ACCOUNT}/second-factor`;

/** Returns a function that refetches the data affected by a change of the member's account. */
function useAccountChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ["second-factor", "sign-ins", "members", "audit"].map((name) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    );
}

/** Queries the member's second factor, starting with the page's data. */
export function useSecondFactor(initial: SecondFactorJson): SecondFactorJson {
  const { data } = useQuery({
    queryKey: ["second-factor"],
    queryFn: ({ signal }) => getJson<SecondFactorJson>(SECOND_FACTOR, signal),
    initialData: initial,
  });
  return data;
}

/** Changes the member's password. The form shows errors. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (input: z.input<typeof ChangePassword>) =>
      sendJson<{ count: number }>("POST", `${ACCOUNT}/password`, input),
    onSettled: useAccountChanged(),
  });
}

/** Starts the set-up of a second factor; the secret stays the same while the set-up is open. */
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

/** Confirms the set-up with the first code; returns the recovery codes. The form shows errors. */
export function useConfirmSetUp() {
  return useMutation({
    mutationFn: (input: z.input<typeof ConfirmSecondFactor>) =>
      sendJson<ShownCodes>("POST", SECOND_FACTOR, input),
    onSettled: useAccountChanged(),
  });
}

/** Turns the member's second factor off. */
export function useTurnOff() {
  return useMutation({
    mutationFn: () => sendJson<SecondFactorJson>("DELETE", SECOND_FACTOR),
    onSettled: useAccountChanged(),
  });
}

/** Replaces the recovery codes. */
export function useRenewCodes() {
  return useMutation({
    mutationFn: () => sendJson<ShownCodes>("POST", `${ACCOUNT}/recovery-codes`),
    onError: showFailure(texts.noCodesWereMade),
    onSettled: useAccountChanged(),
  });
}

const ROLES_PATH = "/api/dashboard/second-factor-roles";

/** Queries the roles that require a second factor, and a mutation to change them. */
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
      toast({ text: texts.savedItIsInForce });
    },
    onError: showFailure(texts.nothingWasChanged),
    onSettled: () => client.invalidateQueries({ queryKey: ["audit"] }),
  });
  return { roles: data.roles, change };
}
