import type { z } from "zod";
import { type Id, terminalLabel } from "@/lib/core/ids";
import { computeAverage } from "@/lib/core/kobo";
import type { Scope } from "@/lib/core/scope";
import { type Db, readAsOrganisation } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { operators, terminals } from "@/lib/db/schema";
import { readTotals, sumTotals, type Total } from "@/lib/db/totals";
import { readMinutesIn } from "@/lib/minute-totals";
import type { TerminalCard, TerminalsOverview } from "./contract";
import { inactiveFrom, type PaymentCadence, readCadences } from "./inactivity";
import { bucketStart, toTimeBuckets } from "./time-buckets";

/** A card shows an hour in thirty bars; the last five count as "right now". */
const STEP_MINUTES = 2;
const STEP_MS = STEP_MINUTES * 60_000;
const BAR_COUNT = 30;

/** A terminal with its current operator and devices. */
interface Row
  extends RowOf<typeof terminals, "terminalId" | "position" | "location">,
    RowOf<typeof operators, "name" | "role" | "phone"> {
  devices: string[];
  operatorId: Id<"operator"> | null;
  since: Date;
}

/**
 * Lists all terminals of a session: takings, last payment, operator, devices, and payments of the last hour (if the
 * session is closed, of the hour before its last payment). Amounts and counts are of one snapshot, `version`. Throws
 * `Failure("not_found")`.
 */
export function listTerminalsOverview(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<z.output<typeof TerminalsOverview>> {
  return readAsOrganisation(scope, async (db) => {
    const [{ version, status, totals }, rows, cadences] = await Promise.all([
      readTotals(db, scope, sessionId),
      readRows(db, sessionId),
      readCadences(db, sessionId),
    ]);
    const now = new Date();
    const lastMs = Math.max(0, ...cadences.map(({ lastPaymentAt }) => lastPaymentAt?.getTime() ?? 0));
    const end = status === "closed" && lastMs > 0 ? new Date(lastMs) : now;
    const from = new Date(bucketStart(end, STEP_MS).getTime() - (BAR_COUNT - 1) * STEP_MS);
    const to = new Date(from.getTime() + BAR_COUNT * STEP_MS);
    const buckets = await readMinutesIn(db, scope, sessionId, {
      from,
      to,
      stepMinutes: STEP_MINUTES,
      by: "terminal",
    });
    const cards = rows.map((row) => ({
      ...cardOf(row, totals, status === "active", cadences),
      recent: toTimeBuckets(
        buckets.filter(({ key }) => key === row.terminalId),
        { from, stepMs: STEP_MS, length: BAR_COUNT },
      ).counts,
    }));
    return {
      session_id: sessionId,
      version: Number(version),
      as_of: now,
      status,
      event_taken: sumTotals(totals.filter((total) => total.status === "successful")).amount,
      recent: { from, step_ms: STEP_MS },
      terminals: cards,
    };
  });
}

function readRows({ sql }: Db, sessionId: Id<"session">): Promise<Row[]> {
  return sql<Row[]>`
    select t.terminal_id, t.position, t.location, o.id as operator_id, o.name, o.role, o.phone,
      a.assigned_from as since,
      array(
        select device from device_pairings p
        where p.session_id = t.session_id and p.terminal_id = t.terminal_id and p.device <> p.terminal_id
          and p.paired_from <= now() and coalesce(p.paired_to, 'infinity') > now()
        order by p.paired_from, p.id) as devices
    from terminals t
    left join operator_assignments a on a.session_id = t.session_id and a.terminal_id = t.terminal_id
      and a.assigned_from <= now() and coalesce(a.assigned_to, 'infinity') > now()
    left join operators o on o.session_id = a.session_id and o.id = a.operator_id
    where t.session_id = ${sessionId}
    order by t.position`;
}

function cardOf(
  { terminalId, position, location, devices, operatorId, name, role, phone, since }: Row,
  totals: Total[],
  isActive: boolean,
  cadences: PaymentCadence[],
): Omit<z.output<typeof TerminalCard>, "recent"> {
  const own = totals.filter((total) => total.terminalId === terminalId);
  const of = (status: Total["status"]) => sumTotals(own.filter((total) => total.status === status));
  const { count, amount } = of("successful");
  const { lastPaymentAt = null, usualGapMs = null } =
    cadences.find((cadence) => cadence.terminalId === terminalId) ?? {};
  return {
    terminal_id: terminalId,
    label: terminalLabel(position),
    location,
    taken: amount,
    count,
    pending_count: of("pending").count,
    failed_count: of("failed").count,
    average: computeAverage(amount, count) ?? null,
    last_payment_at: lastPaymentAt,
    inactive_at: (isActive && inactiveFrom({ lastPaymentAt, usualGapMs })) || null,
    usual_gap_ms: usualGapMs,
    operator: operatorId && { id: operatorId, name, role, phone: phone ?? "", since },
    devices,
  };
}
