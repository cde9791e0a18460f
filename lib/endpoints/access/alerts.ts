import { z } from "zod";
import {
  addBrowser,
  readAlertSettings,
  removeAlertWebhook,
  removeBrowser,
  savePreferences,
  sendTestAlert,
  sendTestWebhook,
  setAlertWebhook,
} from "@/lib/alerts";
import {
  AlertPreferences,
  AlertSettings,
  NewAlertWebhook,
  PushBrowserId,
  PushSubscriptionInput,
  SetAlertWebhook,
  TestAlert,
  TestResult,
} from "@/lib/alerts/contract";
import { idSchema } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";

const NoParams = z.object({});

/** Returns which alerts the member gets, how, and the last ones. */
export const readAlertSettingsEndpoint = endpoint({
  name: "get own alerts",
  params: NoParams,
  status: 200,
  response: AlertSettings,
  handle: readAlertSettings,
});

/** Stores which alerts the member gets, and how. Returns it. */
export const savePreferencesEndpoint = endpoint({
  name: "set own alerts",
  params: NoParams,
  body: AlertPreferences,
  status: 200,
  response: AlertPreferences,
  handle: async (scope, { body }) => {
    await savePreferences(scope, body);
    return body;
  },
});

/** Turns on push messages in a browser of the member. Returns its id. */
export const addBrowserEndpoint = endpoint({
  name: "turn on push messages in browser",
  params: NoParams,
  body: PushSubscriptionInput,
  status: 201,
  response: PushBrowserId,
  handle: async (scope, { body }) => ({ id: await addBrowser(scope, body) }),
});

/** Turns off push messages in a browser of the member. Returns its id. */
export const removeBrowserEndpoint = endpoint({
  name: "turn off push messages in browser",
  params: z.object({ browser_id: idSchema("pushSubscription") }),
  status: 200,
  response: PushBrowserId,
  handle: async (scope, { params }) => {
    await removeBrowser(scope, params.browser_id);
    return { id: params.browser_id };
  },
});

/** Sends a test alert to the member. */
export const testAlertEndpoint = endpoint({
  name: "send test alert to browser",
  params: NoParams,
  body: TestAlert,
  status: 200,
  response: TestResult,
  handle: (scope, { body }) => sendTestAlert(scope, body),
});

/** Sets the organisation's alert address. Returns the secret that signs its alerts, shown once. */
export const setAlertWebhookEndpoint = endpoint({
  name: "set alert address",
  params: NoParams,
  body: SetAlertWebhook,
  status: 200,
  response: NewAlertWebhook,
  handle: async (scope, { body }) => {
    const { url, createdAt, secret } = await setAlertWebhook(scope, body.url);
    return { url, created_at: createdAt, secret };
  },
});

/** Removes the organisation's alert address. */
export const removeAlertWebhookEndpoint = endpoint({
  name: "remove alert address",
  params: NoParams,
  status: 200,
  response: z.object({ removed: z.literal(true) }),
  handle: async (scope) => {
    await removeAlertWebhook(scope);
    return { removed: true as const };
  },
});

/** Sends a signed test alert to the organisation's alert address. */
export const testAlertWebhookEndpoint = endpoint({
  name: "send test alert to alert address",
  params: NoParams,
  status: 200,
  response: TestResult,
  handle: sendTestWebhook,
});
