"use client";

import type { ErrorBoundaryProps } from "@/components/shell/error-page";
import { LazyErrorPage } from "@/components/shell/lazy-error-page";

/** Error boundary for a page whose layout failed too. */
export default function PageFailed(props: ErrorBoundaryProps) {
  return (
    <main>
      <LazyErrorPage {...props} />
    </main>
  );
}
