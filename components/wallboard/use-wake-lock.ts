"use client";

import { useEffect } from "react";

/** Keeps the screen from going dark while the page is shown. Where the browser cannot, or will not, it does nothing. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isLeft = false;
    const hold = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      lock = await navigator.wakeLock.request("screen").catch(() => undefined);
      if (isLeft) void lock?.release();
    };
    void hold();
    // A lock ends when the page is hidden.
    document.addEventListener("visibilitychange", hold);
    return () => {
      isLeft = true;
      document.removeEventListener("visibilitychange", hold);
      void lock?.release();
    };
  }, []);
}
