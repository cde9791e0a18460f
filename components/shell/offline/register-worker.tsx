"use client";

import { useEffect } from "react";

/** The page comes first: the worker fetches a page of its own. */
const DELAY_MS = 3_000;

/** Registers the service worker, which shows the last totals without a connection, and push messages. */
export function RegisterWorker() {
  useEffect(() => {
    const register = () => void navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
    const timer = setTimeout(register, DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
