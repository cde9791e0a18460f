"use client";

import { useEffect, useState } from "react";
import { useAnnounce } from "../ui/live-region";
import { Spinner } from "../ui/spinner";

/** Until then the boxes say enough. */
const PATIENCE_S = 8;
const STILL_LOADING = "Still loading";

/** Says that a page is still loading when its boxes have been empty for a while. One watches for every page. */
export function StillLoading() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const look = () =>
      setSeconds((before) => (document.querySelector("main [data-skeleton]") ? before + 1 : 0));
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, []);
  const isLong = seconds >= PATIENCE_S;
  useAnnounce(isLong ? STILL_LOADING : "");
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-6 z-40 flex justify-center max-md:bottom-20 print:hidden">
      {isLong && (
        <span className="flex items-center gap-2 rounded-full border border-edge bg-surface px-3.5 py-2 text-body text-ink-2 shadow-pop">
          <Spinner />
          {STILL_LOADING}
        </span>
      )}
    </div>
  );
}
