"use client";

import { useEffect } from "react";

/**
 * Keeps the screen awake while the page is visible; does nothing if the browser does not support or grant it.
 */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isUnmounted = false;
    const acquire = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      lock = await navigator.wakeLock.request("screen").catch(() => undefined);
      if (isUnmounted) void lock?.release();
    };
    void acquire();
    // The browser releases the lock when the page is hidden.
    document.addEventListener("visibilitychange", acquire);
    return () => {
      isUnmounted = true;
      document.removeEventListener("visibilitychange", acquire);
      void lock?.release();
    };
  }, []);
}
