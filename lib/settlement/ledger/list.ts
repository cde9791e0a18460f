import type { z } from "zod";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { groupBy } from "@/lib/core/keys";
import type { Scope } from "@/lib/core/scope";
import type { Day } from "@/lib/core/time";
import { type Db, readSystemSnapshot } from "@/lib/db/client";
import { ownSessionCondition } from "@/lib/db/session-state";
import type { ProviderName } from "@/lib/env";
import type { SettlementLedger } from "../contract";
import { listAwaiting } from "../expected/awaiting";
import type { SettlementKey } from "./derive";
import { type LedgerLine, lineDifference, type StatedSums, sumLines, totalDifferences } from "./differences";

/** The settlements that are listed at most, and the payments of each. */
const MAX_SETTLEMENTS = 200;
const MAX_PAYMENTS = 100;

/** A settlement with at least one payment of the session. */
interface OwnSettlement extends SettlementKey, StatedSums {
  provider: ProviderName;
  settledOn: Day;
  source: "list" | "notification" | "file";
  destinationAccount: string;
  destinationBank: string;
  /** Whether the connection belongs to the organisation, which then sees the whole settlement. */
  isOwnConnection: boolean;
}

interface OwnLine extends LedgerLine {
  transactionId: Id<"transaction"> | null;
  sessionId: Id<"session"> | null;
}

type Ledger = z.output<typeof SettlementLedger>;

/**
 * Lists the settlements that contain payments of a session, latest first, with the sums, payments and differences of the
 * session's own payments, and what awaits settlement. What the bank states of a whole settlement is compared only at a
 * connection of the organisation itself, because a settlement of the deployment's connection covers several organisations.
 * Throws `Failure("not_found")`.
 */
export async function listSettlements(scope: Scope, sessionId: Id<"session">): Promise<Ledger> {
  const awaiting = await listAwaiting(scope, sessionId);
  // Settlements belong to a bank connection, not to an organisation, so the session's owner is checked here.
  const found = await readSystemSnapshot(scope, async (db) => {
    const [own] = await db.sql`select from session_states where ${ownSessionCondition(db, scope, sessionId)}`;
    if (!own) throw notFound("session");
    const settlements = await findSettlements(db, scope, sessionId);
    const shown = settlements.slice(0, MAX_SETTLEMENTS);
    const lines = groupBy(await findLines(db, shown, sessionId), ({ position }) => position);
    const all = shown.map((one, index) => toLedgerSettlement(one, sessionId, lines.get(index + 1) ?? []));
    return { all, hasMore: settlements.length > MAX_SETTLEMENTS };
  });
  return { settlements: found.all, has_more: found.hasMore, awaiting };
}

function findSettlements({ sql }: Db, scope: Scope, sessionId: Id<"session">) {
  return sql<OwnSettlement[]>`
    select s.mode, s.bank_connection_id, s.reference, c.provider, s.settled_on::text as settled_on, s.source, s.gross, s.fees,
      s.stamp_duty, s.net, s.payment_count, s.destination_account, s.destination_bank,
      c.organisation_id is not distinct from ${scope.organisationId} as is_own_connection
    from (
      select distinct l.mode, l.bank_connection_id, l.reference
      from transactions t join settlement_lines l on l.mode = t.mode and l.bank_connection_id = t.bank_connection_id
        and l.payment_key = t.payment_key
      where t.session_id = ${sessionId} and t.organisation_id = ${scope.organisationId}) own
    join settlements s using (mode, bank_connection_id, reference)
    join bank_connections c on c.id = s.bank_connection_id
    order by s.settled_on desc, s.received_at desc, s.reference limit ${MAX_SETTLEMENTS + 1}`;
}

/**
 * Reads the session's lines of these settlements, each with the position of its settlement from 1; at the organisation's own
 * connection all lines of the settlement.
 */
function findLines({ sql }: Db, settlements: readonly OwnSettlement[], sessionId: Id<"session">) {
  const own = settlements.filter((one) => one.isOwnConnection).map((one) => one.bankConnectionId);
  return sql<(OwnLine & { position: number })[]>`
    select one.position::int as position, l.payment_key, l.gross, l.net, l.state, t.id as transaction_id, t.session_id,
      t.status, t.amount, t.fee, t.stamp_duty
    from unnest(${settlements.map(({ mode }) => mode)}::text[], ${settlements.map((one) => one.bankConnectionId)}::text[],
      ${settlements.map(({ reference }) => reference)}::text[])
      with ordinality as one(mode, bank_connection_id, reference, position)
    join settlement_lines l using (mode, bank_connection_id, reference)
    left join payment_identities p on p.mode = l.mode and p.bank_connection_id = l.bank_connection_id
      and p.payment_key = l.payment_key
    left join lateral (select * from transactions where id = p.transaction_id limit 1) t on true
    where l.bank_connection_id = any(${own}::text[]) or t.session_id = ${sessionId}
    order by 1, l.payment_key`;
}

function toLedgerSettlement(
  one: OwnSettlement,
  sessionId: Id<"session">,
  lines: readonly OwnLine[],
): Ledger["settlements"][number] {
  const own = lines.filter((line) => line.sessionId === sessionId);
  const applied = own.filter(({ state }) => state === "applied");
  const sums = sumLines(applied);
  const hasFees = applied.some(({ fee }) => fee !== null);
  // Lines of other sessions are listed only if their payment is not recorded, which is possible only at an own connection.
  const shown = lines.filter((line) => line.sessionId === sessionId || line.transactionId === null);
  const differences = [
    ...shown.flatMap((line) => lineDifference(line) ?? []),
    ...(one.isOwnConnection ? totalDifferences(one, lines) : []),
  ];
  return {
    id: `${one.bankConnectionId} ${one.reference}`,
    provider: one.provider,
    reference: one.reference,
    settled_on: one.settledOn,
    source: one.source,
    destination_account: one.destinationAccount,
    destination_bank: one.destinationBank,
    gross: sums.gross,
    fees: hasFees ? sums.fees : null,
    stamp_duty: applied.some(({ stampDuty }) => stampDuty !== null) ? sums.stampDuty : null,
    net: hasFees ? sums.net : null,
    payment_count: own.length,
    payments: own.slice(0, MAX_PAYMENTS).flatMap((line) =>
      line.transactionId
        ? [
            {
              transaction_id: line.transactionId,
              payment_reference: line.paymentKey,
              gross: line.amount ?? 0n,
              fee: line.fee,
              stamp_duty: line.stampDuty,
              status: line.state,
            },
          ]
        : [],
    ),
    differences: differences.map(({ reason, paymentKey, detail }) => ({
      reason,
      payment_reference: paymentKey,
      detail,
    })),
  };
}
