"use client";

/** Stands in for a page that failed. The digest is the server's mark of the failure in its log. */
export default function PageFailed({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <section className="w-full max-w-md rounded-[10px] border border-edge bg-surface p-8" role="alert">
        <h1 className="font-[620] text-[26px] leading-[34px] tracking-[-0.022em]">
          This page could not be shown
        </h1>
        <p className="mt-2 text-ink-2 text-sm leading-5">
          Something went wrong on our side. Payments are still being recorded.
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
      </section>
    </main>
  );
}
