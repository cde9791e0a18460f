import { OFFLINE_PATH } from "@/lib/core/paths";
import { OFFLINE_PAGE_VERSION } from "./offline-page";

/**
 * The service worker of the dashboard's pages: it shows push messages and opens their page, and answers a page's request that
 * gets no response with the stored page of the last totals. It stores nothing else, and handles no other requests.
 */
const SOURCE = `"use strict";

const STORED = "takings-offline-${OFFLINE_PAGE_VERSION}";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(STORED).then((cache) => cache.add(new Request("${OFFLINE_PATH}", { cache: "reload" }))));
});

self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== STORED).map((name) => caches.delete(name)));
  // Otherwise each page would wait until this worker has started.
  await self.registration.navigationPreload?.enable();
}

const PAGES = /^\\/(?:$|login|(?:events|settings|developers)(?:\\/|$))/;

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET" && PAGES.test(new URL(request.url).pathname))
    event.respondWith(load(event));
});

async function load({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (thrown) {
    const stored = await caches.match("${OFFLINE_PATH}");
    if (!stored) throw thrown;
    return stored;
  }
}

self.addEventListener("push", (event) => {
  const { title, text, path, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body: text, tag, data: { path } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  // Only a path of this origin: a message never leads elsewhere.
  const url = new URL(event.notification.data.path, self.location.origin);
  if (url.origin === self.location.origin) event.waitUntil(show(url.href));
});

async function show(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url === url);
  return open ? open.focus() : self.clients.openWindow(url);
}
`;

/** Serves the service worker. Browsers ask again before they use a stored one, so that a new version applies at once. */
export const serviceWorkerResponse = (): Response =>
  new Response(SOURCE, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
    },
  });
