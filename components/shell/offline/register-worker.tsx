"use client";

import { useEffect } from "react";

/** Registers the service worker once the page is loaded: it shows the last totals without a connection, and push messages. */
export function RegisterWorker() {
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const register = () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
    if (document.readyState === "complete") return register();
    window.addEventListener("load", register, { once: true });
    return () => window.removeEventListener("load", register);
  }, []);
  return null;
}
