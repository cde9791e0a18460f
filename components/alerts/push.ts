"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { asApiError, sendJson } from "../shared/requests/api";
import { toast } from "../ui/feedback/toast";
import type { AlertSettingsJson, BrowserIdJson } from "./api";
import * as texts from "./texts";

const PATH = "/api/dashboard/alerts/browsers";
const WORKER = "/sw.js";

/** Whether this browser can show push messages, and whether it does. */
export type PushState = "reading" | "unsupported" | "blocked" | "off" | "on";

const isSupported = () =>
  window.isSecureContext &&
  "serviceWorker" in navigator &&
  "PushManager" in window &&
  "Notification" in window;

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

type Browsers = AlertSettingsJson["browsers"];

/** What the browser says about push messages; the hash of its subscription's address, if it has one. */
async function readBrowser(): Promise<{ state?: "unsupported" | "blocked"; hash?: string }> {
  if (!isSupported()) return { state: "unsupported" };
  if (Notification.permission === "denied") return { state: "blocked" };
  const subscription = await findSubscription().catch(() => null);
  return subscription ? { hash: await hashText(subscription.endpoint) } : {};
}

/** Returns the state of this browser, and its entry among the member's browsers if push messages are on. */
export function usePushState(browsers: Browsers) {
  // Below the key of the alerts, so that a change reads both again.
  const { data } = useQuery({ queryKey: ["alerts", "browser"], queryFn: readBrowser });
  const own = data?.hash ? browsers.find(({ endpoint_hash }) => endpoint_hash === data.hash) : undefined;
  const state: PushState = data ? (data.state ?? (own ? "on" : "off")) : "reading";
  return { state, own };
}

/** Subscribes this browser with the deployment's key; a subscription with another key is replaced. */
async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await registration.pushManager.subscribe(options);
  } catch (thrown) {
    const earlier = await registration.pushManager.getSubscription();
    if (!earlier) throw thrown;
    await earlier.unsubscribe();
    return registration.pushManager.subscribe(options);
  }
}

/** Turns push messages in this browser on or off. The browser asks for the permission first. */
export function useTurnPush(pushKey: string, own: Browsers[number] | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (on: boolean) => {
      if (!on) {
        if (own) await sendJson("DELETE", `${PATH}/${own.id}`);
        await (await findSubscription())?.unsubscribe();
        return;
      }
      if ((await Notification.requestPermission()) !== "granted") return;
      const { endpoint, keys } = (await subscribe(pushKey)).toJSON();
      await sendJson<BrowserIdJson>("POST", PATH, { endpoint, keys, agent: navigator.userAgent });
    },
    onError: (thrown) =>
      toast({
        tone: "failed",
        text:
          thrown instanceof DOMException
            ? texts.pushServiceDidNotAnswer
            : texts.nothingWasChanged(asApiError(thrown).detail),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ["alerts"] }),
  });
}
