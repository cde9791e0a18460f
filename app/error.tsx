"use client";

import type { ErrorBoundaryProps } from "@/components/shell/errors/error-page";
import { LazyErrorPage } from "@/components/shell/errors/lazy-error-page";

/** Error boundary for a page whose layout failed too. */
export default function PageFailed(props: ErrorBoundaryProps) {
  return (
    <main>
      <LazyErrorPage {...props} />
    </main>
  );
}
