"use client";

import { LoneCard } from "@/components/shell/lone-card";

interface Given {
  error: Error & { digest?: string };
  reset: () => void;
}

/** Stands in for a page that failed. The digest is the server's mark of the failure in its log. */
export default function PageFailed({ error, reset }: Given) {
  return (
    <LoneCard title="This page could not be shown" role="alert">
      <p className="mt-2 text-ink-2 text-sm leading-5">
        Something went wrong on our side. Try again in a moment.
      </p>
      {error.digest && (
        <p className="mt-2 text-ink-3 text-sm leading-5">If it happens again, tell us {error.digest}.</p>
      )}
      <button
        className="mt-6 rounded-md bg-brand-solid px-4 py-2 font-medium text-sm text-white"
        type="button"
        onClick={reset}
      >
        Try again
      </button>
    </LoneCard>
  );
}
