"use client";

import { type ErrorBoundaryProps, ErrorPage } from "@/components/shell/errors/error-page";

/** Error boundary for a dashboard page; the frame around it stays. */
export default function DashboardPageFailed(props: ErrorBoundaryProps) {
  return <ErrorPage {...props} />;
}
