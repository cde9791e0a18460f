"use client";

import { lazy, Suspense } from "react";
import type { FailedPageProps } from "./failed-page";

const FailedPage = lazy(() => import("./failed-page").then((one) => ({ default: one.FailedPage })));

/** The page of a failure, fetched when there is one. Where it cannot be, the failure is for the frame around it. */
export function FailedLater(given: FailedPageProps) {
  return (
    <Suspense>
      <FailedPage {...given} />
    </Suspense>
  );
}
