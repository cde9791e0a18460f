"use client";

import { useOffline } from "next/offline";
import { useEffect } from "react";
import { WifiOff } from "@/components/ui/icons/icons";
import { useAnnounce } from "../../ui/browser/live-region";

const TEXT = "No connection. This page stays, and what you opened loads when the connection is back.";

/** The page comes first: the service worker fetches a page of its own. */
const WORKER_DELAY_MS = 3_000;

/** Registers the service worker, which shows the last totals without a connection, and push messages. */
function useServiceWorker(): void {
  useEffect(() => {
    const register = () => void navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
    const timer = setTimeout(register, WORKER_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
}

/**
 * Says that the service cannot be reached. The page stays, and Next repeats a navigation by itself as soon as the
 * connection is back.
 */
export function OfflineBanner() {
  const isOffline = useOffline();
  useServiceWorker();
  useAnnounce(isOffline ? TEXT : "");
  if (!isOffline) return null;
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-4 max-md:bottom-20 print:hidden">
      <p className="flex items-center gap-2.5 rounded-field bg-primary px-3.5 py-2.5 text-body text-primary-ink shadow-pop">
        <WifiOff aria-hidden className="size-4 shrink-0" />
        {TEXT}
      </p>
    </div>
  );
}
