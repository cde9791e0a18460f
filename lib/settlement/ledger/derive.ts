import {
  type BankMessage,
  type BankSettlement,
  IMPORT_EVENT,
  LIST_EVENT,
  maskAccount,
  readStoredMessage,
} from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Mode } from "@/lib/core/scope";
import type { Day } from "@/lib/core/time";
import type { Db } from "@/lib/db/client";
import { SETTLEMENT_SOURCES, type SettlementSourceName } from "@/lib/db/schema";
import type { ProviderName } from "@/lib/env";
import type { SavedNotification } from "@/lib/exceptions";

/** Identifies a settlement. */
export interface SettlementKey {
  mode: Mode;
  bankConnectionId: Id<"bankConnection">;
  reference: string;
}

/** The combined values of all notifications of a settlement: a row of `settlements` without its key. */
export interface DerivedSettlement {
  settledOn: Day;
  source: SettlementSourceName;
  gross: Kobo | null;
  fees: Kobo | null;
  stampDuty: Kobo | null;
  net: Kobo | null;
  paymentCount: number | null;
  destinationAccount: string;
  destinationBank: string;
  receivedAt: Date;
}

/** A stored notification of a settlement, parsed. */
export interface SettlementReport {
  notificationId: Id<"notification">;
  source: SettlementSourceName;
  receivedAt: Date;
  settlement: BankSettlement;
}

/** Returns the source of a stored notification by the name of its event. */
function sourceOfEvent(event: string): SettlementSourceName {
  if (event === LIST_EVENT) return "list";
  return event === IMPORT_EVENT ? "file" : "notification";
}

/**
 * Combines the reports of a settlement, in the order of receipt. Each value comes from the most reliable source that states
 * it; among reports of one source, from the first. The result does not depend on which source reported first. Returns
 * `undefined` without reports.
 */
export function deriveSettlement(reports: readonly SettlementReport[]): DerivedSettlement | undefined {
  const ranked = reports.toSorted(
    (one, other) => SETTLEMENT_SOURCES.indexOf(one.source) - SETTLEMENT_SOURCES.indexOf(other.source),
  );
  const [best] = ranked;
  if (!best) return undefined;
  const first = <Value>(get: (settlement: BankSettlement) => Value | undefined) =>
    ranked.map(({ settlement }) => get(settlement)).find((value) => value !== undefined) ?? null;
  const destination = first((settlement) => settlement.destination);
  return {
    settledOn: best.settlement.settledOn,
    source: best.source,
    gross: first(({ amounts }) => amounts?.gross),
    fees: first(({ amounts }) => amounts?.fees),
    stampDuty: first(({ amounts }) => amounts?.stampDuty),
    net: first(({ amounts }) => amounts?.net),
    paymentCount: first(({ paymentCount }) => paymentCount),
    destinationAccount: maskAccount(destination?.account ?? ""),
    destinationBank: destination?.bankName ?? "",
    receivedAt: reports.reduce((at, one) => (one.receivedAt < at ? one.receivedAt : at), best.receivedAt),
  };
}

interface StoredReport {
  id: Id<"notification">;
  provider: ProviderName;
  event: string;
  adapterVersion: number;
  body: Buffer;
  receivedAt: Date;
}

/** Reads and parses the stored notifications of a settlement except one, in the order of receipt. */
export async function readReports(
  { sql }: Db,
  { mode, bankConnectionId, reference }: SettlementKey,
  exceptId: Id<"notification"> | "" = "",
): Promise<SettlementReport[]> {
  const rows = await sql<StoredReport[]>`
    select id, provider, event, adapter_version, body, received_at from bank_notifications
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and correlation_key = ${reference}
      and outcome = 'settlement' and id <> ${exceptId}
    order by received_at, id`;
  return rows.flatMap((row) => {
    const settlement = readMessage(row);
    return settlement?.kind === "settlement"
      ? [{ notificationId: row.id, source: sourceOfEvent(row.event), receivedAt: row.receivedAt, settlement }]
      : [];
  });
}

const compareReceipt = (one: SettlementReport, other: SettlementReport) =>
  one.receivedAt.getTime() - other.receivedAt.getTime() ||
  (one.notificationId < other.notificationId ? -1 : 1);

function readMessage({ provider, adapterVersion, body }: StoredReport): BankMessage | undefined {
  try {
    return readStoredMessage(provider, adapterVersion, body);
  } catch {
    // This program has no adapter of that name or version; `takings verify` reports it.
    return undefined;
  }
}

/**
 * Derives the row of a settlement from this notification and the stored ones, and stores it. The notification itself, which
 * can be several megabytes, is not read and parsed again.
 */
export async function storeSettlement(
  db: Db,
  { notificationId, event, receivedAt, mode, bankConnectionId }: SavedNotification,
  settlement: BankSettlement,
): Promise<void> {
  const { reference } = settlement;
  const others = await readReports(db, { mode, bankConnectionId, reference }, notificationId);
  const own = { notificationId, source: sourceOfEvent(event), receivedAt, settlement };
  const derived = deriveSettlement([...others, own].toSorted(compareReceipt));
  if (!derived) return;
  await db.sql`
    insert into settlements (mode, bank_connection_id, reference, settled_on, source, gross, fees, stamp_duty, net,
      payment_count, destination_account, destination_bank, received_at)
    values (${mode}, ${bankConnectionId}, ${reference}, ${derived.settledOn}::date, ${derived.source}, ${derived.gross},
      ${derived.fees}, ${derived.stampDuty}, ${derived.net}, ${derived.paymentCount}, ${derived.destinationAccount},
      ${derived.destinationBank}, ${derived.receivedAt})
    on conflict (mode, bank_connection_id, reference) do update set settled_on = excluded.settled_on,
      source = excluded.source, gross = excluded.gross, fees = excluded.fees, stamp_duty = excluded.stamp_duty,
      net = excluded.net, payment_count = excluded.payment_count, destination_account = excluded.destination_account,
      destination_bank = excluded.destination_bank, received_at = excluded.received_at`;
}
