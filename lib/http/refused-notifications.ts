import { BANK_WEBHOOK_PATH, CONNECTION_WEBHOOK_PREFIX } from "@/lib/core/paths";
import { metrics } from "@/lib/metrics";
import { toFailure } from "./response/error-response";

/** Returns whether banks send notifications to a path. */
export const isNotificationPath = (path: string): boolean =>
  path === BANK_WEBHOOK_PATH || path.startsWith(CONNECTION_WEBHOOK_PREFIX);

/** Counts a notification that was answered with an error, by the code of the error. */
export function countRefusedNotification(thrown: unknown): void {
  metrics().notificationsRefused.inc({ reason: toFailure(thrown).code });
}
