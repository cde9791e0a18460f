"use client";

import { FailedLater } from "@/components/shell/failed-later";
import type { Failed } from "@/components/shell/failed-page";

/** Stands in for a page of an event that failed. */
export default function EventPageFailed(given: Failed) {
  return <FailedLater {...given} title="This event did not load" />;
}
