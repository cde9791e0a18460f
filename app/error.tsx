"use client";

import { FailedLater } from "@/components/shell/failed-later";
import type { Failed } from "@/components/shell/failed-page";

/** Stands in for a page that failed, and its frame with it. */
export default function PageFailed(given: Failed) {
  return (
    <main>
      <FailedLater {...given} />
    </main>
  );
}
