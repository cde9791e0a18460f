"use client";

import { ErrorPage, type Failed } from "@/components/shell/error-page";

/** Stands in for a page of the dashboard that failed; the frame around it stays. */
export default function DashboardPageFailed(given: Failed) {
  return <ErrorPage {...given} />;
}
