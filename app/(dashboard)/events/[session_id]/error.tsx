"use client";

import type { ErrorBoundaryProps } from "@/components/shell/error-page";
import { LazyErrorPage } from "@/components/shell/lazy-error-page";

/** Error boundary for an event's page. */
export default function EventPageFailed(props: ErrorBoundaryProps) {
  return <LazyErrorPage {...props} title="This event did not load" />;
}
