"use client";

import type { Failed } from "@/components/shell/error-page";
import { LazyErrorPage } from "@/components/shell/lazy-error-page";

/** Stands in for a page that failed, and its frame with it. */
export default function PageFailed(given: Failed) {
  return (
    <main>
      <LazyErrorPage {...given} />
    </main>
  );
}
