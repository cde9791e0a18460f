import { setTimeout as sleep } from "node:timers/promises";
import { closeSession } from "@/lib/sessions";
import { assignByHand } from "./assign";
import type { Told } from "./banks";
import { type Due, postAll, postLive } from "./post";
import { settle } from "./settle";
import type { Kit, Staged } from "./stage";
import { MINUTE_MS, type StoryPayment } from "./story/payment";
import { ROWS_AFTER_CLOSE } from "./story/rows";

/** How long a pending payment of the story waits for its bank's final word. */
const WAITS_MS = 3 * MINUTE_MS;
/** How often those at the tables write down whose transfer it was. */
const BY_HAND_EVERY_MS = 3_000;

interface Plan {
  story: readonly StoryPayment[];
  /** Of the organisation's other events tonight. */
  others: readonly Due[];
  /** Nothing is told that is later in the story. */
  untilMs: number;
}

/** Lagos Jazz Night on the service: its payments, told by their banks. */
export class Evening {
  private readonly told: Told[];
  private readonly dues: Due[];

  constructor(
    private readonly kit: Kit,
    private readonly staged: Staged,
    plan: Plan,
  ) {
    const { banks, clock } = kit;
    this.told = plan.story
      .filter(({ atMs }) => atMs <= plan.untilMs)
      .map((payment) => banks.tell(payment, staged, clock(payment.atMs)));
    const finals = this.told
      .filter(({ payment }) => payment.status === "pending" && payment.atMs + WAITS_MS <= plan.untilMs)
      .map((one) => ({ at: clock(one.payment.atMs + WAITS_MS), notice: banks.succeed(one) }));
    this.dues = [
      ...this.told.map(({ credit, notice }) => ({ at: credit.paidAt, notice })),
      ...finals,
      ...plan.others,
    ].sort((one, other) => one.at.getTime() - other.at.getTime());
  }

  /** Posts all that has been by now, at once. */
  async load(): Promise<void> {
    const now = new Date();
    await postAll(this.kit.service, this.dues.splice(0, this.dues.findLastIndex(({ at }) => at <= now) + 1));
    await settle(
      this.kit,
      this.told.filter(({ credit }) => credit.paidAt <= now),
    );
    await this.assign();
  }

  /** Goes on at the clock's pace, until all is told or somebody asks to stop. */
  async goOn(signal: AbortSignal): Promise<void> {
    const done = new AbortController();
    const stopped = AbortSignal.any([signal, done.signal]);
    const assigning = this.assignNowAndThen(stopped);
    await postLive(this.kit.service, this.dues, signal).finally(() => done.abort());
    await assigning;
    await this.assign();
  }

  /** Closes the event; what people pay afterwards waits for a person. */
  async close(): Promise<void> {
    const { service, scope, banks, clock } = this.kit;
    await closeSession(scope, this.staged.sessionId);
    const late = ROWS_AFTER_CLOSE.map((payment) => banks.tell(payment, this.staged, clock(payment.atMs)));
    await postAll(
      service,
      late.map(({ credit, notice }) => ({ at: credit.paidAt, notice })),
    );
  }

  /** Compares what was told until now, and is final, with what the service recorded. */
  async verdict(): Promise<{ payments: number; naira: bigint; recorded: bigint; matches: boolean }> {
    const { total_inflow: recorded, transaction_count: count } = await this.kit.service.getReconciliation(
      this.staged.sessionId,
    );
    const now = new Date();
    const past = this.told.filter(({ credit }) => credit.paidAt <= now);
    const isTaken = ({ credit, payment }: Told) =>
      credit.status === "successful" ||
      (credit.status === "pending" && this.kit.clock(payment.atMs + WAITS_MS) <= now && this.dues.length > 0);
    const naira = past.filter(isTaken).reduce((sum, { credit }) => sum + credit.amount, 0n);
    return { payments: count, naira, recorded, matches: naira === recorded && past.length === count };
  }

  private assign(): Promise<void> {
    return assignByHand(this.kit, this.staged, this.told);
  }

  private async assignNowAndThen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.assign();
      await sleep(BY_HAND_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
