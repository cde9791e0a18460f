"use client";

import { useParams } from "next/navigation";
import { type ErrorBoundaryProps, ErrorPage } from "@/components/shell/errors/error-page";
import * as texts from "@/components/shell/errors/texts";

/** Error boundary for a dashboard page, an event's or another; the frame around it stays. */
export default function DashboardPageFailed(props: ErrorBoundaryProps) {
  const isOfEvent = useParams().session_id !== undefined;
  return <ErrorPage {...props} title={isOfEvent ? texts.thisEventDidNotLoad : texts.thisPageDidNotLoad} />;
}
