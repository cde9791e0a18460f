import { assertDefined } from "@/lib/core/errors/assert";
import { dayIn, parseInstant, wallClock } from "@/lib/core/time";
import { DAY_MS } from "@/lib/core/time/durations";
import { env } from "@/lib/env";
import { toClockTime } from "../labels";

/** Quiet hours as minutes of the day in the business's time zone; they may pass midnight. Null without them. */
export interface QuietHours {
  quietFrom: number | null;
  quietTo: number | null;
}

/** Returns when the quiet hours that hold now end; undefined outside of them. */
export function quietUntil({ quietFrom, quietTo }: QuietHours, now: Date): Date | undefined {
  if (quietFrom === null || quietTo === null) return undefined;
  const { businessTimeZone } = env();
  const clock = wallClock(businessTimeZone, now);
  const minute = clock.getUTCHours() * 60 + clock.getUTCMinutes();
  const isQuiet =
    quietFrom < quietTo ? minute >= quietFrom && minute < quietTo : minute >= quietFrom || minute < quietTo;
  if (!isQuiet) return undefined;
  const day = minute < quietTo ? now : new Date(now.getTime() + DAY_MS);
  const text = `${dayIn(businessTimeZone, day)}T${toClockTime(quietTo)}:00`;
  return assertDefined(parseInstant(text, businessTimeZone), "every day has every minute");
}
