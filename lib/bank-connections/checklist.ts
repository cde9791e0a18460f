import type { z } from "zod";
import { getProvider } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import { systemDb } from "@/lib/db/client";
import { env, type ProviderName } from "@/lib/env";
import type { ChecklistItem } from "./contract";

export type Checklist = z.output<typeof ChecklistItem>[];

/** How many of an organisation's latest live events, and of the latest successful payments of each, are looked at. */
const MAX_EVENTS = 20;
const MAX_PAYMENTS = 10;
/** From this number of failures in a row on, the list of payments of a connection counts as unreadable. */
export const MAX_LIST_FAILURES = 3;

/** What the service has stored about an organisation's use of a connection. */
export interface ConnectionFacts {
  id: Id<"bankConnection">;
  firstNotifiedAt: Date | null;
  lastNotifiedAt: Date | null;
  /** The last complete reading of the bank's list, and the failures since. */
  listedAt: Date | null;
  listFailures: number;
  /** When the first of the latest events got an account or a device there. */
  openedAt: Date | null;
  /** A successful payment of these events there: one that a notification reported if there is one. */
  amount: Kobo | null;
  paidAt: Date | null;
  isReported: boolean | null;
}

/**
 * Reads what is stored about an organisation's use of these connections. Looks at its latest live events alone, so that the
 * cost does not grow with its payments. Facts of another organisation are never included.
 */
export async function readConnectionFacts(
  organisationId: Id<"organisation">,
  ids: readonly Id<"bankConnection">[],
): Promise<Map<Id<"bankConnection">, ConnectionFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await systemDb().sql<ConnectionFacts[]>`
    with events as (
      select session_id, account_connection_id, coalesce(account_attached_at, created_at) as opened_at
      from sessions where organisation_id = ${organisationId} and mode = 'live'
      order by created_at desc limit ${MAX_EVENTS}),
    uses as (
      select session_id, account_connection_id as connection, opened_at from events where account_connection_id is not null
      union all
      select p.session_id, p.bank_connection_id, p.paired_from from device_pairings p join events using (session_id)),
    payments as (
      select n.bank_connection_id as connection, t.amount, t.created_at as paid_at, r.id is not null as is_reported
      from events e
      cross join lateral (
        select amount, created_at, notification_id from transactions
        where session_id = e.session_id and status = 'successful' order by sequence desc limit ${MAX_PAYMENTS}) t
      join lateral (
        select bank_connection_id, correlation_key from bank_notifications where id = t.notification_id limit 1) n on true
      left join lateral (
        select id from bank_notifications
        where mode = 'live' and bank_connection_id = n.bank_connection_id and correlation_key = n.correlation_key
          and adapter_version > 0 and outcome <> 'settlement'
        limit 1) r on true)
    select b.id, b.first_notified_at, b.last_notified_at, l.completed_at as listed_at,
      coalesce(l.failure_count, 0) as list_failures,
      (select min(opened_at) from uses where connection = b.id) as opened_at, p.amount, p.paid_at, p.is_reported
    from bank_connections b
    left join bank_polls l on l.bank_connection_id = b.id
    left join lateral (
      select amount, paid_at, is_reported from payments where connection = b.id
      order by is_reported desc, paid_at limit 1) p on true
    where b.id = any(${[...ids]}) and (b.organisation_id is null or b.organisation_id = ${organisationId})`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads when the last verified notification of each connection arrived, for those that had one. */
export async function readLastNotificationTimes(): Promise<Map<Id<"bankConnection">, Date>> {
  const rows = await systemDb().sql<{ id: Id<"bankConnection">; lastNotifiedAt: Date }[]>`
    select id, last_notified_at from bank_connections where last_notified_at is not null`;
  return new Map(rows.map(({ id, lastNotifiedAt }) => [id, lastNotifiedAt]));
}

interface OwnConnection {
  provider: ProviderName;
  /** When the bank accepted its credentials last. */
  acceptedAt: Date;
  isReadable: boolean;
  isDefault: boolean;
  issuesAccounts: boolean;
}

/** Returns the checklist of an organisation's own connection. */
export function toChecklist(connection: OwnConnection, facts: ConnectionFacts | undefined): Checklist {
  const { acceptedAt, isReadable, isDefault, issuesAccounts } = connection;
  const { firstNotifiedAt = null } = facts ?? {};
  return [
    toItem("credentials", isReadable ? "done" : "problem", isReadable ? acceptedAt : null),
    toItem("default", isDefault ? "done" : issuesAccounts ? "to_do" : "not_needed"),
    toItem("webhook", firstNotifiedAt ? "done" : "to_do", firstNotifiedAt),
    toListItem(connection.provider, facts),
    ...toUseItems(facts),
  ];
}

/** Returns the checklist of an organisation that uses the deployment's connection: URL and list are the operator's. */
export function toDeploymentChecklist(facts: ConnectionFacts | undefined): Checklist {
  return [toItem("default", "done"), ...toUseItems(facts)];
}

type Item = Checklist[number];
const toItem = (
  item: Item["item"],
  state: Item["state"],
  at: Date | null = null,
  amount: Kobo | null = null,
): Item => ({ item, state, at, amount });

function toListItem(provider: ProviderName, facts: ConnectionFacts | undefined): Item {
  if (!getProvider(provider).listSince || env().bankCatchUpSeconds === 0) return toItem("list", "not_needed");
  const { listedAt = null, listFailures = 0 } = facts ?? {};
  if (listFailures >= MAX_LIST_FAILURES) return toItem("list", "problem", listedAt);
  return toItem("list", listedAt ? "done" : "to_do", listedAt);
}

/** The account and the payment. A payment that only the bank's list reported means that the webhook URL is wrong. */
function toUseItems(facts: ConnectionFacts | undefined): Item[] {
  const { openedAt = null, amount = null, paidAt = null, isReported } = facts ?? {};
  const payment = amount === null ? "to_do" : isReported ? "done" : "problem";
  return [
    toItem("account", openedAt ? "done" : "to_do", openedAt),
    toItem("payment", payment, paidAt, amount),
  ];
}
