/**
 * The service worker of the dashboard's pages: it shows push messages and opens their page. It handles no requests, so pages load
 * as without it.
 */
const SOURCE = `"use strict";

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
