"use client";

import { useEffect } from "react";

/** Registers the service worker, which shows the last totals without a connection, and push messages. Shows nothing. */
export function RegisterWorker() {
  useEffect(() => void navigator.serviceWorker?.register("/sw.js").catch(() => undefined), []);
  return null;
}
