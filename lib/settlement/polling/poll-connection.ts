import {
  type BankSettlement,
  COMPOSED_VERSION,
  composeListedSettlement,
  LIST_EVENT,
  type ListedSettlement,
  type LiveConnection,
  runPaced,
  type SettlementHead,
  type SettlementPayments,
} from "@/lib/bank";
import { Failure } from "@/lib/core/errors/errors";
import { newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { applySettlement } from "../apply";
import { pickUnsettledPayment } from "./unsettled-payments";

/** Settlements before the first run are read this far back, the longest that a file import is expected to cover. */
const FIRST_RUN_MS = 30 * 86_400_000;
/** How long a settlement that is not completed keeps the watermark back; one that never is would make each list longer. */
const MAX_PENDING_MS = 3 * 86_400_000;
/** The pause before each request. No bank publishes the limit of these lists [?]; Nomba allows 75 requests a second [D]. */
const REQUEST_PAUSE_MS = 200;
/** Far above any settlement of an event; a larger one would not fit in memory as one stored notification. */
const MAX_PAYMENTS = 200_000;
/** The maximum number of payments that one run looks up individually at a bank without a list. */
const MAX_LOOKUPS = 50;

/** What a run reads: from where, and whether it may continue. */
export interface PollWindow {
  /** The watermark of the last complete run; null before it. */
  listedThrough: Date | null;
  until: Date;
  /** Called before each request; throws if the run has lost its lease. */
  keepLease: () => Promise<void>;
  pauseMs?: number;
}

/** The result of a run: the applied settlements, what could not be read, and from where the next run reads. */
export interface PollResult {
  applied: number;
  unreadable: string[];
  /** The end of this run, or its earliest settlement of the last three days that is not completed yet. */
  listedThrough: Date;
}

/** Whether a connection's bank can be asked for settlements. */
export function canListSettlements({ provider }: Pick<LiveConnection, "provider">): boolean {
  return provider.listSettlements !== undefined || provider.findSettlement !== undefined;
}

/**
 * Reads the completed settlements of a connection from its bank, and applies each as a notification that came from the
 * bank's list. A settlement that is stored from the list already is not read again, so that a run continues where an
 * interrupted one stopped; one that is listed without its payments is not stored. Throws `Failure("unavailable")` or
 * `Failure("bank_refused")` as the bank's adapter does.
 */
export async function pollConnection(connection: LiveConnection, window: PollWindow): Promise<PollResult> {
  const result: PollResult = { applied: 0, unreadable: [], listedThrough: window.until };
  if (connection.provider.listSettlements) await pollList(connection, window, result);
  else if (connection.provider.findSettlement) await pollPayments(connection, window, result);
  return result;
}

/** Renews the lease, pauses, and calls the bank at the pace of the connection. */
async function ask<Answer>(
  connection: LiveConnection,
  { keepLease, pauseMs = REQUEST_PAUSE_MS }: PollWindow,
  call: () => Promise<Answer> | undefined,
): Promise<Answer | undefined> {
  await keepLease();
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  return runPaced(connection, async () => call());
}

async function pollList(connection: LiveConnection, window: PollWindow, result: PollResult): Promise<void> {
  const { provider, context } = connection;
  const since = window.listedThrough ?? new Date(window.until.getTime() - FIRST_RUN_MS);
  let cursor: string | undefined;
  do {
    const request = { since, until: window.until, ...(cursor !== undefined && { cursor }) };
    const page = await ask(connection, window, () => provider.listSettlements?.(request, context));
    result.unreadable.push(...(page?.unreadable ?? []));
    for (const time of page?.pendingTimes ?? [])
      if (time < result.listedThrough && time.getTime() > window.until.getTime() - MAX_PENDING_MS)
        result.listedThrough = time;
    for (const listed of page?.settlements ?? []) await applyListed(connection, listed, window, result);
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
}

/** Asks for the settlements of the payments that are not settled; each answer settles all payments of its settlement. */
async function pollPayments(
  connection: LiveConnection,
  window: PollWindow,
  result: PollResult,
): Promise<void> {
  const asked = new Set<string>();
  while (asked.size < MAX_LOOKUPS) {
    const paymentKey = await pickUnsettledPayment(connection.id, asked);
    if (paymentKey === undefined) return;
    asked.add(paymentKey);
    const found = await ask(connection, window, () =>
      connection.provider.findSettlement?.(paymentKey, connection.context),
    );
    if (found) await applyListed(connection, found, window, result);
  }
}

async function applyListed(
  connection: LiveConnection,
  listed: ListedSettlement,
  window: PollWindow,
  result: PollResult,
): Promise<void> {
  if (await isListed(connection, listed.reference)) return;
  const { payments: _, settlementId: __, ...head } = listed;
  const payments = await readPayments(connection, listed, window);
  if (lacksPayments(head, payments)) {
    result.unreadable.push(`settlement ${head.reference} is listed without its payments`);
    return;
  }
  const settlement: BankSettlement = { kind: "settlement", ...head, ...payments };
  await applySettlement(
    {
      notificationId: newId("notification"),
      mode: "live",
      provider: connection.provider.name,
      bankConnectionId: connection.id,
      event: LIST_EVENT,
      adapterVersion: COMPOSED_VERSION,
      body: composeListedSettlement(settlement),
      signature: "",
      receivedAt: new Date(),
    },
    settlement,
  );
  result.applied++;
}

/**
 * Whether the bank lists no payment of a settlement, although it does not state that there are none. Such a settlement is
 * not stored, so that the next run reads it again.
 */
function lacksPayments(
  { amounts, paymentCount }: SettlementHead,
  { lines, unreadableLines }: SettlementPayments,
): boolean {
  const isStatedEmpty = amounts?.gross === 0n || paymentCount === 0;
  return lines.length === 0 && unreadableLines.length === 0 && !isStatedEmpty;
}

/** Whether a settlement is stored from the bank's list. */
async function isListed({ id }: LiveConnection, reference: string): Promise<boolean> {
  const [found] = await systemDb().sql`
    select from settlements where mode = 'live' and bank_connection_id = ${id} and reference = ${reference}
      and source = 'list'`;
  return found !== undefined;
}

async function readPayments(
  connection: LiveConnection,
  listed: ListedSettlement,
  window: PollWindow,
): Promise<SettlementPayments> {
  if (listed.payments) return listed.payments;
  const { provider, context } = connection;
  const all: SettlementPayments = { lines: [], unreadableLines: [] };
  let cursor: string | undefined;
  do {
    const request = { settlementId: listed.settlementId, ...(cursor !== undefined && { cursor }) };
    const page = await ask(connection, window, () => provider.listSettlementPayments?.(request, context));
    all.lines.push(...(page?.lines ?? []));
    all.unreadableLines.push(...(page?.unreadableLines ?? []));
    if (all.lines.length > MAX_PAYMENTS)
      throw new Failure("unavailable", {
        internal: `${provider.name}: settlement ${listed.reference} lists more than ${MAX_PAYMENTS} payments`,
      });
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
  return all;
}
