import { invalid } from "@/lib/core/errors/errors";
import { parseInstant } from "@/lib/core/time";
import { env } from "@/lib/env";

/**
 * Parses a planned time of an event, an ISO 8601 datetime; without an offset it is in the business time zone. Returns
 * `undefined` for `undefined`. Throws `Failure("invalid_request")` that names the member.
 */
export function parseEventTime(name: "starts_at" | "ends_at", text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const instant = text.includes("T") ? parseInstant(text, env().businessTimeZone) : undefined;
  if (instant) return instant;
  throw invalid(
    `/${name}`,
    `${name} must be an ISO 8601 datetime such as 2026-12-12T18:00:00Z or 2026-12-12T18:00:00+01:00.`,
  );
}
