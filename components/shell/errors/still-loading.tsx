"use client";

import { useEffect, useState } from "react";
import { useAnnounce } from "../../ui/browser/live-region";
import { Spinner } from "../../ui/display/spinner";
import * as texts from "./texts";

/** Before this, the skeletons are sufficient feedback. */
const DELAY_S = 8;
const STILL_LOADING = texts.stillLoading;

/** Shows and announces that a page is still loading if it has had skeletons for `DELAY_S`. Mounted once, in the frame. */
export function StillLoading() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const check = () =>
      setSeconds((before) => (document.querySelector("main [data-skeleton]") ? before + 1 : 0));
    const timer = setInterval(check, 1_000);
    return () => clearInterval(timer);
  }, []);
  const isLong = seconds >= DELAY_S;
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
