import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { paymentTime } from "@/lib/db/payment-time";
import type { EndpointHealth } from "@/lib/db/schema";
import { onServerOf, ownSessionCondition, sharedTable } from "@/lib/db/session-state";
import { type PaymentCadence, readCadences } from "@/lib/terminals";
import { countDeliveries, type DeliveryFigures } from "@/lib/webhooks";

/** The number of latest payments whose bank delay is measured. */
const MEASURED_PAYMENTS = 5;

/** A terminal with its location and current operator. */
interface TerminalWithOperator {
  terminalId: string;
  position: number;
  location: string;
  operatorName: string | null;
}

/** Context of the figures: data that changes rarely or without incrementing the session's version. */
export interface SessionContext {
  /** The database's time of the read. */
  at: Date;
  version: bigint;
  terminals: TerminalWithOperator[];
  cadences: PaymentCadence[];
  /** Null if the session has no webhook endpoint. */
  endpoint: EndpointHealth | null;
  deliveries: DeliveryFigures;
  /** When a bank notification last reported a payment, and the recent median delay between payment and notification. */
  lastNotificationAt: Date | null;
  delayMs: number | null;
  /** Whether the bank's list has payments, but none of them was reported by a notification. */
  isBankSilent: boolean;
}

/**
 * Reads the context of a session's figures, at a cost independent of its number of payments. Returns `undefined` for a
 * session that is not the caller's.
 */
export async function readSessionContext(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
): Promise<SessionContext | undefined> {
  const [[context], cadences, deliveries] = await Promise.all([
    db.sql<Omit<SessionContext, "cadences" | "deliveries">[]>`
      with state as (
        select session_id, version, last_sequence from session_states where ${ownSessionCondition(db, scope, sessionId)}
      ), latest as (
        select t.created_at, extract(epoch from t.created_at - (${paymentTime(db)})) * 1000 as delay_ms
        from transactions t
        where t.session_id = ${sessionId} and t.sequence > (select last_sequence - ${MEASURED_PAYMENTS} from state)
      )
      select clock_timestamp() as at, state.version, e.health as endpoint, ${terminalsWithOperators(db, sessionId)} as terminals,
        (select max(created_at) from latest) as last_notification_at,
        (select percentile_cont(0.5) within group (order by delay_ms) from latest)::float8 as delay_ms,
        p.silent_since is not null as is_bank_silent
      from state join sessions s using (session_id)
      left join ${sharedTable(db, "webhook_endpoints", ["id", "health"])} e on e.id = s.webhook_endpoint_id
      left join ${sharedTable(db, "bank_polls", ["bank_connection_id", "silent_since"])} p on p.bank_connection_id = s.account_connection_id`,
    readCadences(db, sessionId),
    countDeliveries(db, scope, sessionId),
  ]);
  return context && { ...context, cadences, deliveries };
}

/** The session's terminals in their order, each with its current operator. */
const terminalsWithOperators = (db: Db, sessionId: Id<"session">) => db.sql`(
  select coalesce(json_agg(one order by one.position), '[]') from (
    select t.terminal_id as "terminalId", t.position, t.location, o.name as "operatorName"
    from terminals t
    left join lateral (
      select operator_id from operator_assignments a
      where a.session_id = t.session_id ${onServerOf(db, "a.session_id", sessionId)} and a.terminal_id = t.terminal_id
        and a.assigned_from <= clock_timestamp() and (a.assigned_to is null or a.assigned_to > clock_timestamp())
      order by a.assigned_from desc limit 1
    ) a on true
    left join operators o on o.session_id = t.session_id and o.id = a.operator_id
    where t.session_id = ${sessionId}
  ) one)`;
