"use client";

import { lazy, Suspense } from "react";
import type { Failed } from "@/components/shell/failed-page";

/** Fetched when a page fails; where it cannot be, `global-error` is there from the first. */
const FailedPage = lazy(() =>
  import("@/components/shell/failed-page").then((one) => ({ default: one.FailedPage })),
);

/** Stands in for a page that failed, and its frame with it. */
export default function PageFailed(given: Failed) {
  return (
    <main>
      <Suspense>
        <FailedPage {...given} />
      </Suspense>
    </main>
  );
}
