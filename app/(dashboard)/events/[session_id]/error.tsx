"use client";

import type { Failed } from "@/components/shell/error-page";
import { LazyErrorPage } from "@/components/shell/lazy-error-page";

/** Stands in for a page of an event that failed. */
export default function EventPageFailed(given: Failed) {
  return <LazyErrorPage {...given} title="This event did not load" />;
}
