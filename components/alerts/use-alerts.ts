"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getJson, sendJson } from "../shared/requests/api";
import { showFailure } from "../shared/requests/show-failure";
import { toast } from "../ui/feedback/toast";
import type { AlertSettingsJson, NewWebhookJson, PreferencesJson, TestJson, TestResultJson } from "./api";
import * as texts from "./texts";

const PATH = "/api/dashboard/alerts";
const KEY = ["alerts"];
/** Poll interval of the list of the last alerts. */
const POLL_MS = 15_000;

/** Mutation key of the mutations that store the member's preferences. */
const SAVING = { mutationKey: ["alerts", "preferences"] };

/** Queries the member's alerts, starting with the page's data. A choice that is being stored stays as it is shown. */
export function useAlerts(initialData: AlertSettingsJson) {
  const client = useQueryClient();
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const read = await getJson<AlertSettingsJson>(PATH, signal);
      const shown = client.isMutating(SAVING) > 0 ? client.getQueryData<AlertSettingsJson>(KEY) : undefined;
      return shown ? { ...read, preferences: shown.preferences } : read;
    },
    initialData,
    refetchInterval: POLL_MS,
  });
}

function useAlertsChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEY });
}

/** Stores the member's choice. It shows at once, and is taken back if it was not stored. */
export function useSavePreferences() {
  const client = useQueryClient();
  return useMutation({
    ...SAVING,
    mutationFn: (preferences: PreferencesJson) => sendJson<PreferencesJson>("PUT", PATH, preferences),
    onMutate: async (preferences) => {
      await client.cancelQueries({ queryKey: KEY });
      client.setQueryData<AlertSettingsJson>(KEY, (shown) => shown && { ...shown, preferences });
    },
    onError: showFailure(texts.yourAlertsWereNotChanged),
    // Not awaited: this mutation is over when the alerts have been read again.
    onSettled: () => void client.invalidateQueries({ queryKey: KEY }),
    scope: { id: "alert preferences" },
  });
}

const showResult = ({ ok, error }: TestResultJson) =>
  toast(ok ? { text: texts.testAlertSent } : { tone: "failed", text: texts.theTestAlertWasNotSent(error) });

/** Sends a test alert to the member. */
export function useTestAlert() {
  return useMutation({
    mutationFn: (input: TestJson) => sendJson<TestResultJson>("POST", `${PATH}/test`, input),
    onSuccess: showResult,
    onError: showFailure(texts.theTestAlertWasNotSentText),
    onSettled: useAlertsChanged(),
  });
}

/** Sends a test alert to the organisation's alert address. */
export function useTestWebhook() {
  return useMutation({
    mutationFn: () => sendJson<TestResultJson>("POST", `${PATH}/webhook/test`),
    onSuccess: showResult,
    onError: showFailure(texts.theTestAlertWasNotSentText),
  });
}

/** Turns off push messages in another browser. */
export function useRemoveBrowser() {
  return useMutation({
    mutationFn: (id: string) => sendJson("DELETE", `${PATH}/browsers/${id}`),
    onError: showFailure(texts.nothingWasChangedText),
    onSettled: useAlertsChanged(),
  });
}

/** Sets the organisation's alert address; returns the secret. The form shows errors. */
export function useSetWebhook() {
  return useMutation({
    mutationFn: (url: string) => sendJson<NewWebhookJson>("PUT", `${PATH}/webhook`, { url }),
    onSettled: useAlertsChanged(),
  });
}

/** Removes the organisation's alert address. */
export function useRemoveWebhook() {
  return useMutation({
    mutationFn: () => sendJson("DELETE", `${PATH}/webhook`),
    onSettled: useAlertsChanged(),
  });
}
