"use client";

import { type Failed, FailedPage } from "@/components/shell/failed-page";

/** Stands in for a page of an event that failed. */
export default function EventPageFailed(given: Failed) {
  return <FailedPage {...given} title="This event did not load" />;
}
