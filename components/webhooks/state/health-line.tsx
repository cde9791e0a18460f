import { Instant } from "../../shared/format/instant";
import type { EndpointStateJson } from "../api";
import * as texts from "./texts";

const PAUSED_BY = {
  manual: texts.pausedManually,
  gone: texts.itResponded410Gone,
  removed: texts.removed,
  listening: texts.takingsListenFetchesItsEvents,
  failing: texts.itFailedForThreeDays,
} as const;

/** Returns why an endpoint gets no or fewer events, as a sentence; "" for a healthy one. */
export function describeHealth({ health, pause_reason: reason, failures }: EndpointStateJson): string {
  if (health === "paused") return texts.eventsWait(PAUSED_BY[reason ?? "manual"]);
  if (health === "failing") return texts.inARowFailed(texts.countAttempts(failures));
  return health === "backing_off" ? texts.itRespondedWithRetryAfter : "";
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
      {texts.healthSince(describeHealth(endpoint))}
      <Instant at={endpoint.since} as="day-time" />
      {nextAt && (
        <>
          {texts.nextAttempt}
          <Instant at={nextAt} />
        </>
      )}
      .
    </p>
  );
}
