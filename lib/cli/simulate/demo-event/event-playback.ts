import { setTimeout as sleep } from "node:timers/promises";
import type { Id } from "@/lib/core/ids";
import { MINUTE_MS } from "@/lib/core/time/durations";
import { assignPayments } from "@/lib/operators";
import { closeSession } from "@/lib/sessions";
import { randomFrom } from "../random";
import type { StoryNotification } from "./banks";
import { postAll, postLive, type ScheduledNotification, settle } from "./post";
import { type StageContext, type StagedEvent, stageOtherEvent } from "./stage";
import { ROWS_AFTER_CLOSE } from "./story/cast";
import { generateEvent, isUnsettled, OTHER_EVENTS, type OtherEvent } from "./story/other-events";
import type { StoryPayment } from "./story/payment";

/** How long a pending payment of the story waits for its bank's final status. */
const PENDING_FOR_MS = 3 * MINUTE_MS;
/** How often transfers are manually assigned. */
const ASSIGN_EVERY_MS = 3_000;

interface Plan {
  story: readonly StoryPayment[];
  /** Notifications of the organisation's other events tonight. */
  others: readonly ScheduledNotification[];
  /** No later moments of the story are posted. */
  untilMs: number;
}

/** Plays Lagos Jazz Night on the service: posts its bank notifications. */
export class EventPlayback {
  private readonly planned: StoryNotification[];
  private readonly dues: ScheduledNotification[];

  constructor(
    private readonly kit: StageContext,
    private readonly staged: StagedEvent,
    plan: Plan,
  ) {
    const { banks, clock } = kit;
    this.planned = plan.story
      .filter(({ atMs }) => atMs <= plan.untilMs)
      .map((payment) => banks.composePayment(payment, staged, clock(payment.atMs)));
    const finals = this.planned
      .filter(({ payment }) => payment.status === "pending" && payment.atMs + PENDING_FOR_MS <= plan.untilMs)
      .map((one) => ({
        at: clock(one.payment.atMs + PENDING_FOR_MS),
        notification: banks.composeSuccess(one),
      }));
    this.dues = [
      ...this.planned.map(({ credit, notification }) => ({ at: credit.paidAt, notification })),
      ...finals,
      ...plan.others,
    ].sort((one, other) => one.at.getTime() - other.at.getTime());
  }

  /** Posts all past notifications at once. */
  async load(): Promise<void> {
    const now = new Date();
    await postAll(this.kit.service, this.dues.splice(0, this.dues.findLastIndex(({ at }) => at <= now) + 1));
    await settle(
      this.kit,
      this.planned.filter(({ credit }) => credit.paidAt <= now),
    );
    await this.assign();
  }

  /** Posts further notifications at the clock's pace until the end of the story or until the user asks to stop. */
  async playLive(signal: AbortSignal): Promise<void> {
    const done = new AbortController();
    const stopped = AbortSignal.any([signal, done.signal]);
    const assigning = this.assignPeriodically(stopped);
    await postLive(this.kit.service, this.dues, signal).finally(() => done.abort());
    await assigning;
    await this.assign();
  }

  /** Closes the event; later payments become exceptions. */
  async close(): Promise<void> {
    const { service, scope, banks, clock } = this.kit;
    await closeSession(scope, this.staged.sessionId);
    const late = ROWS_AFTER_CLOSE.map((payment) =>
      banks.composePayment(payment, this.staged, clock(payment.atMs)),
    );
    await postAll(
      service,
      late.map(({ credit, notification }) => ({ at: credit.paidAt, notification })),
    );
  }

  /** Compares the final payments posted so far with what the service recorded. */
  async compareTotals(): Promise<{ payments: number; naira: bigint; recorded: bigint; matches: boolean }> {
    const { total_inflow: recorded, transaction_count: count } = await this.kit.service.getReconciliation(
      this.staged.sessionId,
    );
    const now = new Date();
    const past = this.planned.filter(({ credit }) => credit.paidAt <= now);
    const isTaken = ({ credit, payment }: StoryNotification) =>
      credit.status === "successful" ||
      (credit.status === "pending" &&
        this.kit.clock(payment.atMs + PENDING_FOR_MS) <= now &&
        this.dues.length > 0);
    const naira = past.filter(isTaken).reduce((sum, { credit }) => sum + credit.amount, 0n);
    return { payments: count, naira, recorded, matches: naira === recorded && past.length === count };
  }

  private assign(): Promise<void> {
    return assignManually(this.kit, this.staged, this.planned);
  }

  private async assignPeriodically(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.assign();
      await sleep(ASSIGN_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Assigns recorded, unassigned transfers to the operators that the story names. */
async function assignManually(
  kit: StageContext,
  staged: StagedEvent,
  candidates: readonly StoryNotification[],
): Promise<void> {
  const open = candidates.filter(
    (one) => one.payment.operator !== "" && one.credit.paidAt <= new Date() && !one.assigned,
  );
  if (open.length === 0) return;
  const recorded = new Map<string, Id<"transaction">>();
  for (const transaction of await kit.service.listTransactions(staged.sessionId)) {
    recorded.set(transaction.bank_ref, transaction.id);
  }
  for (const [name, operatorId] of staged.operators) {
    const ones = open.filter(({ payment }) => payment.operator === name);
    const payments = ones.flatMap((one) => recorded.get(one.credit.bankRef) ?? []);
    if (payments.length > 0)
      await assignPayments(kit.scope, { sessionId: staged.sessionId, operatorId, payments });
    for (const one of ones) one.assigned = recorded.has(one.credit.bankRef);
  }
}

/** Events with payments tonight. */
export const TONIGHT_EVENTS = OTHER_EVENTS.filter(({ lastAtMs, count }) => count > 0 && lastAtMs > 0);
/** Past or future events; closed ones are also settled. */
export const OTHER_DAY_EVENTS = OTHER_EVENTS.filter((event) => !TONIGHT_EVENTS.includes(event));

/** Loads events of the organisation, one after the other. Returns their future notifications by time. */
export async function loadEvents(
  kit: StageContext,
  events: readonly OtherEvent[],
  seed: number,
): Promise<ScheduledNotification[]> {
  const later: ScheduledNotification[] = [];
  for (const [index, event] of events.entries()) later.push(...(await loadEvent(kit, event, seed + index)));
  return later;
}

async function loadEvent(
  kit: StageContext,
  event: OtherEvent,
  seed: number,
): Promise<ScheduledNotification[]> {
  const staged = await stageOtherEvent(kit, event);
  const planned = generateEvent(event, randomFrom(seed)).map((payment) =>
    kit.banks.composePayment(payment, staged, kit.clock(payment.atMs)),
  );
  const dues = planned.map(({ credit, notification }) => ({ at: credit.paidAt, notification }));
  const now = new Date();
  await postAll(
    kit.service,
    dues.filter(({ at }) => at <= now),
  );
  if (event.closed) await closeSession(kit.scope, staged.sessionId);
  await settle(
    kit,
    planned.filter(({ payment }) => !isUnsettled(event, payment)),
  );
  return dues.filter(({ at }) => at > now);
}
