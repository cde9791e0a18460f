"use client";

import { useEffect, useRef, useState } from "react";

/** No summary sooner than this after the last. */
export const SUMMARY_MS = 15_000;

interface LiveRegionProps {
  /** What there is to sum up now; `undefined` where nothing has happened since the last was taken. */
  takeSummary: () => string | undefined;
  /** Said at once, once each: a terminal fell silent, the connection was lost. */
  urgent?: string | undefined;
}

/**
 * The page's one polite region: sums up at most every fifteen seconds, and not at all where the reader has turned it off
 * in Settings; what is urgent it says at once. Lists are no live regions.
 */
export function LiveRegion({ takeSummary, urgent }: LiveRegionProps) {
  const [said, setSaid] = useState("");
  const take = useRef(takeSummary);
  useEffect(() => {
    take.current = takeSummary;
  });
  useEffect(() => {
    const timer = setInterval(() => {
      const summary = take.current();
      if (summary && document.documentElement.dataset.announce !== "off") setSaid(summary);
    }, SUMMARY_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (urgent) setSaid(urgent);
  }, [urgent]);
  return (
    <p aria-live="polite" role="status" className="sr-only">
      {said}
    </p>
  );
}
