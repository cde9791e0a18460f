"use client";

import { type Failed, FailedPage } from "@/components/shell/failed-page";

/** Stands in for a page that failed, and its frame with it. */
export default function PageFailed(given: Failed) {
  return (
    <main>
      <FailedPage {...given} />
    </main>
  );
}
