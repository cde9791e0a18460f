// What a test needs of push messages in the page's browser: a push service, the notifications shown, and a delivery.
import type { Page, Worker } from "@playwright/test";
import type { TestBrowser } from "@/lib/alerts/testing/push-service";
import { expect } from "./fixtures";

/**
 * Gives the page a push service on this machine, in place of the browser maker's, which a test cannot reach. A Chromium
 * without a user interface has no notifications: it denies them to every page, also where the permission is granted.
 */
export async function usePushService(page: Page, { subscription }: TestBrowser): Promise<void> {
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript((given) => {
    const own = { endpoint: given.endpoint, toJSON: () => given, unsubscribe: async () => true };
    let current: unknown = null;
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        current = own;
        return own;
      },
      getSubscription: async () => current,
    });
    if (Notification.permission === "denied")
      Object.defineProperty(Notification, "permission", { value: "granted" });
  }, subscription);
}

/** Records what the page's service worker shows, because a Chromium without notifications keeps no list of them. */
export async function recordNotifications(page: Page): Promise<() => Promise<unknown[]>> {
  const { origin } = new URL(page.url());
  const workers = () =>
    page
      .context()
      .serviceWorkers()
      .filter((one) => one.url().startsWith(origin));
  await expect.poll(() => workers().length).toBe(1);
  const [worker] = workers() as [Worker];
  await worker.evaluate(() => {
    const registration: ServiceWorkerRegistration = Reflect.get(globalThis, "registration");
    const show = registration.showNotification.bind(registration);
    const shown: unknown[] = [];
    const showNotification = async (title: string, options: NotificationOptions) => {
      await show(title, options).catch((thrown: unknown) => {
        if (!/No notification permission/.test(String(thrown))) throw thrown;
      });
      shown.push([title, options.data.path]);
    };
    Object.assign(globalThis, { shown });
    Object.assign(registration, { showNotification });
  });
  return () => worker.evaluate(() => Reflect.get(globalThis, "shown") as unknown[]);
}

/** Delivers a message to the page's service worker, as the browser does after decrypting it. */
export async function deliver(page: Page, message: object): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registrations: { registrationId: string; scopeURL: string }[] = [];
  devtools.on("ServiceWorker.workerRegistrationUpdated", (event) =>
    registrations.push(...event.registrations),
  );
  await devtools.send("ServiceWorker.enable");
  const { origin } = new URL(page.url());
  await expect.poll(() => registrations.some(({ scopeURL }) => scopeURL.startsWith(origin))).toBe(true);
  const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin,
    registrationId: own?.registrationId ?? "",
    data: JSON.stringify(message),
  });
}
