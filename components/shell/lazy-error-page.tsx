"use client";

import { lazy, Suspense } from "react";
import type { FailedPageProps } from "./error-page";

const FailedPage = lazy(() => import("./error-page").then((one) => ({ default: one.ErrorPage })));

/** The page of a failure, fetched when there is one. Where it cannot be, the failure is for the frame around it. */
export function LazyErrorPage(given: FailedPageProps) {
  return (
    <Suspense>
      <FailedPage {...given} />
    </Suspense>
  );
}
