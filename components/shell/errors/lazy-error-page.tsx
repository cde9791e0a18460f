"use client";

import { lazy, Suspense } from "react";
import type { ErrorPageProps } from "./error-page";

const FailedPage = lazy(() => import("./error-page").then((one) => ({ default: one.ErrorPage })));

/** The error page, loaded on demand. If loading fails, the surrounding error boundary handles it. */
export function LazyErrorPage(props: ErrorPageProps) {
  return (
    <Suspense>
      <FailedPage {...props} />
    </Suspense>
  );
}
