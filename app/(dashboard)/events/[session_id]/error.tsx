"use client";

import type { ErrorBoundaryProps } from "@/components/shell/errors/error-page";
import { LazyErrorPage } from "@/components/shell/errors/lazy-error-page";
import * as texts from "./texts";

/** Error boundary for an event's page. */
export default function EventPageFailed(props: ErrorBoundaryProps) {
  return <LazyErrorPage {...props} title={texts.thisEventDidNotLoad} />;
}
