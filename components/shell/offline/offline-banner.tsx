"use client";

import { useOffline } from "next/offline";
import { WifiOff } from "@/components/ui/icons/icons";
import { useAnnounce } from "../../ui/browser/live-region";
import * as texts from "./texts";

const TEXT = texts.noConnectionThisPageStays;

/**
 * Says that the service cannot be reached. The page stays, and Next repeats a navigation by itself as soon as the
 * connection is back. Toasts are shown above it.
 */
export function OfflineBanner() {
  const isOffline = useOffline();
  useAnnounce(isOffline ? TEXT : "");
  if (!isOffline) return null;
  return (
    <div
      data-offline=""
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-4 max-md:bottom-20 print:hidden"
    >
      <p className="flex items-center gap-2.5 rounded-field bg-primary px-3.5 py-2.5 text-body text-primary-ink shadow-pop">
        <WifiOff aria-hidden className="size-4 shrink-0" />
        {TEXT}
      </p>
    </div>
  );
}
