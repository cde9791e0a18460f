"use client";

import { RefreshCw, WifiOff } from "@/components/ui/icons/icons";
import { formatDuration, formatTime } from "@/lib/core/format/format-date";
import { useNow } from "../../shared/format/clock";
import { Banner } from "../../shared/layout/banner";
import { Button } from "../../ui/forms/button";
import type { LiveEvent } from "../live-provider";
import * as texts from "./texts";

/** Banner that shows since when the figures are stale, and that payments do not depend on this page. */
export function ConnectionLostBanner({ live }: { live: LiveEvent }) {
  const now = useNow();
  if (live.ended === "replaced") return <Replaced onResume={live.tryNow} />;
  if (live.state !== "stale") return null;
  const waitMs = live.retryAtMs === undefined ? 0 : live.retryAtMs - Date.now();
  return (
    <Banner
      tone="red"
      icon={WifiOff}
      urgent
      title={texts.connectionLostAt(formatTime(new Date(live.asOfMs)))}
      aside={
        <>
          <span aria-live="off" className="figures max-md:hidden">
            {waitMs > 0 ? texts.tryingAgainInS(Math.ceil(waitMs / 1000)) : texts.tryingNow}
          </span>
          <Button size="small" onClick={live.tryNow}>
            <RefreshCw aria-hidden />
            {texts.tryNow}
          </Button>
        </>
      }
    >
      <span aria-live="off">{texts.whatYouSeeIsOld(formatDuration(now.getTime() - live.asOfMs))}</span>
      {texts.takingPaymentsIsIndependent}
    </Banner>
  );
}

/** Banner shown when the stream of this page was replaced by a newer one. */
function Replaced({ onResume }: { onResume: () => void }) {
  return (
    <Banner
      tone="red"
      icon={WifiOff}
      urgent
      title={texts.liveUpdatesStoppedOnThisPage}
      aside={
        <Button size="small" onClick={onResume}>
          <RefreshCw aria-hidden />
          {texts.resumeHere}
        </Button>
      }
    >
      {texts.tooManyLivePages}
    </Banner>
  );
}
