import { formatCountWithNoun } from "@/lib/core/format/count";
import { Instant } from "../../shared/format/instant";
import type { EndpointStateJson } from "../api";

const PAUSED_BY = {
  manual: "Paused manually",
  gone: "It responded 410 Gone",
  removed: "Removed",
  listening: "takings listen fetches its events",
  failing: "It failed for three days",
} as const;

/** Returns why an endpoint gets no or fewer events, as a sentence; "" for a healthy one. */
export function describeHealth({ health, pause_reason: reason, failures }: EndpointStateJson): string {
  if (health === "paused") return `${PAUSED_BY[reason ?? "manual"]}. Events wait.`;
  if (health === "failing") return `${formatCountWithNoun(failures, "attempt")} in a row failed.`;
  return health === "backing_off" ? "It responded with Retry-After." : "";
}

interface HealthLineProps {
  endpoint: EndpointStateJson & { since: string };
  /** When the next event is sent; null if none is known. */
  nextAt?: string | null;
}

/**
 * Start of the endpoint's current state, its reason and the next attempt; nothing while the endpoint is
 * healthy.
 */
export function HealthLine({ endpoint, nextAt }: HealthLineProps) {
  if (endpoint.health === "healthy") return null;
  return (
    <p className="text-ink-2 text-meta">
      {describeHealth(endpoint)} Since <Instant at={endpoint.since} as="day-time" />
      {nextAt && (
        <>
          , next attempt <Instant at={nextAt} />
        </>
      )}
      .
    </p>
  );
}
