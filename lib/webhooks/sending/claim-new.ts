import { describeError } from "@/lib/core/errors/describe-error";
import type { Id } from "@/lib/core/ids";
import { systemDb, systemDbByIndex } from "@/lib/db/client";
import { log } from "@/lib/log";
import { isSendingAllowed } from "../pause";
import { type ClaimedDelivery, leaseEnd, selectClaimed } from "./claim";
import { countFreeSlots } from "./concurrency-limits";

/** An event that was just committed with its transaction. */
export interface NewDelivery {
  sessionId: Id<"session">;
  id: Id<"delivery">;
  endpointId: Id<"webhookEndpoint">;
}

/**
 * Claims events that were just committed, by their ids: those that no other sender has claimed and whose endpoint is
 * healthy. If others remain, notifies the senders of all processes. Returns nothing while sending is paused.
 */
export async function claimNewDeliveries(deliveries: readonly NewDelivery[]): Promise<ClaimedDelivery[]> {
  const db = systemDbByIndex();
  const { sql } = db;
  const rows = deliveries.map(({ sessionId, id }) => ({ session_id: sessionId, id }));
  return sql<ClaimedDelivery[]>`
    with new as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as new (session_id text, id text)
    ), claimed as (
      update webhook_deliveries d set attempt_count = 1, due_at = ${leaseEnd(sql)}, changed_at = clock_timestamp()
      from new join lateral (
        select webhook_endpoint_id as endpoint_id from webhook_deliveries
        where session_id = new.session_id and id = new.id limit 1
      ) stored on true
      join lateral (select health, next_probe_at from webhook_endpoints where id = endpoint_id limit 1) e on true
      where d.session_id = new.session_id and d.id = new.id and d.state = 'pending' and d.attempt_count = 0
        and health = 'healthy' and next_probe_at is null and ${isSendingAllowed(sql)}
      returning d.*, false as is_probe
    ), notified as materialized (
      select pg_notify('takings_events', '') where (select count(*) from new) > (select count(*) from claimed)
    )
    ${selectClaimed(db)} cross join (select count(*) from notified) n`;
}

/** Notifies the senders of all processes that events are due. It is only a hint: their timers find the same events. */
export function notifySenders(): void {
  systemDb().sql`select pg_notify('takings_events', '')`.then(undefined, (thrown) =>
    log.warn({ reason: describeError(thrown) }, "the senders could not be notified"),
  );
}

/** Claims new events in batches: those that arrive while a claim is in flight share the next one. */
export class NewDeliveryQueue {
  private waiting: NewDelivery[] = [];
  private isClaiming = false;

  /** `onLeft` is called if events were left to the next claim of due events. */
  constructor(
    private readonly send: (claimed: readonly ClaimedDelivery[]) => void,
    private readonly onLeft: () => void,
  ) {}

  add(delivery: NewDelivery): void {
    this.waiting.push(delivery);
    if (!this.isClaiming) void this.claim();
  }

  private async claim(): Promise<void> {
    this.isClaiming = true;
    while (this.waiting.length > 0) {
      const waiting = this.waiting.splice(0);
      const wanted = withFreeSlot(waiting);
      let claimed: ClaimedDelivery[] = [];
      try {
        if (wanted.length > 0) claimed = await claimNewDeliveries(wanted);
        this.send(claimed);
      } catch (thrown) {
        log.warn({ events: wanted.length, reason: describeError(thrown) }, "new events could not be claimed");
      }
      if (claimed.length < waiting.length) this.onLeft();
    }
    this.isClaiming = false;
  }
}

/** Returns the events for which their endpoint has a free slot. */
function withFreeSlot(deliveries: NewDelivery[]): NewDelivery[] {
  const free = new Map<string, number>();
  return deliveries.filter(({ endpointId }) => {
    const room = free.get(endpointId) ?? countFreeSlots(endpointId);
    free.set(endpointId, room - 1);
    return room > 0;
  });
}
