import { performance } from "node:perf_hooks";
import type { Id } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";

/** A process saves the time of a connection's notifications once in this time: the screens show minutes. */
const SAVE_INTERVAL_MS = 60_000;

const savedAt = () => singleton("notification times", () => new Map<Id<"bankConnection">, number>());

/**
 * Saves that a verified notification of live mode arrived at a connection, for the go-live checklist and `takings doctor`.
 * Never throws: the notification is already stored.
 */
export async function saveNotificationTime(id: Id<"bankConnection">): Promise<void> {
  const nowMs = performance.now();
  if (nowMs - (savedAt().get(id) ?? Number.NEGATIVE_INFINITY) < SAVE_INTERVAL_MS) return;
  savedAt().set(id, nowMs);
  try {
    await systemDb().sql`
      update bank_connections set first_notified_at = coalesce(first_notified_at, now()), last_notified_at = now()
      where id = ${id}`;
  } catch (thrown) {
    savedAt().delete(id);
    log.warn({ connection: id, reason: String(thrown) }, "the time of a notification was not saved");
  }
}
