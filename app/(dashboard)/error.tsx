"use client";

import { type Failed, FailedPage } from "@/components/shell/failed-page";

/** Stands in for a page of the dashboard that failed; the frame around it stays. */
export default function DashboardPageFailed(given: Failed) {
  return <FailedPage {...given} />;
}
