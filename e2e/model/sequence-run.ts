import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { formatKobo } from "@/lib/core/money";
import { type SignedNotification, sessionBody } from "../fixtures";
import type { OperatorData, SessionData, TransactionData } from "../http-client";
import { cliActions } from "./cli-actions";
import { type ApiSnapshot, dataOf, read } from "./compare";
import type { ModelException } from "./exceptions";
import { CHANNELS, DAYS, type PlannedLine, type PlannedPayment, type Step } from "./generator";
import { Model, type Session } from "./model";
import {
  type BankPaymentReport,
  listReversals,
  referenceOf,
  reportsPending,
  toNotification,
  toReversal,
  toSettlementNotifications,
} from "./notifications/notifications";
import { type Note, selectCommuting, sortByEffect } from "./parallel-steps";
import { decideInParallel, type TestSystem } from "./test-system";

type Do<Kind extends Step["do"]> = Extract<Step, { do: Kind }>;

const MAX_SESSIONS = 3;
const DAWN = Date.parse("2026-11-20T08:00:00.000Z");
const at = (hour: number) => DAWN + hour * 3_600_000;

/** An element by an index that wraps around. */
const roundOf = <T>(items: readonly T[], position: number): T | undefined => items[position % items.length];

/** Carries out a sequence's steps on the service and applies them to a model. */
export class SequenceRun {
  readonly model = new Model();
  readonly seen: ApiSnapshot = { sessions: new Map(), ids: new Map() };
  /** The prefix of keys, devices and the receiver's path, distinct for each sequence. */
  readonly mark = `w${randomBytes(8).toString("hex")}-`;
  private readonly claims = new Map<number, BankPaymentReport>();

  constructor(
    private readonly place: TestSystem,
    private readonly payments: PlannedPayment[],
  ) {}

  /** Every sequence begins with two sessions, the first with two terminals and two operators. */
  async begin(): Promise<void> {
    await this.take({ do: "open", terminals: 2 });
    await this.take({ do: "add operator", session: 0 });
    await this.take({ do: "open", terminals: 1 });
  }

  async take(step: Step): Promise<void> {
    if (step.do === "at once") await this.runParallelSteps(step.steps);
    else (await this.perform(step))();
  }

  private async perform(step: Step): Promise<Note> {
    switch (step.do) {
      case "open":
        return this.open(step);
      case "close":
        return this.close(step);
      case "report":
        return this.report(step);
      case "settle":
        return this.settle(step);
      case "reverse":
        return this.reverse(step);
      case "decide":
        return this.decide(step);
      case "add operator":
        return this.addOperator(this.sessionAt(step));
      case "assign":
        return this.assign(step);
      case "pair":
        return this.pair(step);
      case "unpair":
        return this.unpair(step);
      case "at once":
        throw new Error("A parallel step cannot contain another");
    }
  }

  private async open({ terminals }: Do<"open">): Promise<Note> {
    if (this.model.sessions.length === MAX_SESSIONS) return () => undefined;
    const body = sessionBody({
      collection: { account: true, pos: terminals > 0, ...(terminals > 0 && { pos_count: terminals }) },
      webhook_url: `${this.place.receiver.url}/${this.mark}`,
    });
    const opened = dataOf<SessionData>(await this.place.api.post("/v1/sessions", body));
    const ids = opened.pos_terminals.map(({ terminal_id }) => terminal_id);
    const { session_id: id } = opened;
    this.seen.sessions.set(id, opened);
    const session: Session = { id, isClosed: false, terminals: ids, operators: [], recorded: [], events: [] };
    const note = await this.addOperator(session);
    return () => {
      this.model.open(session);
      note();
    };
  }

  private async close(step: Do<"close">): Promise<Note> {
    const session = this.sessionAt(step);
    const { api } = this.place;
    dataOf(await api.patch(`/v1/sessions/${session.id}/close`));
    const path = `/v1/reconciliation/${session.id}`;
    const { transaction_count: count } = await read<{ transaction_count: number }>(api, path);
    return () => {
      assert.equal(session.recorded.length, count, "nothing is recorded once the close has answered");
      this.model.close(session);
    };
  }

  private async report(step: Do<"report">): Promise<Note> {
    const claim = this.claimOf(step.payment);
    const status = step.status === "pending" && !reportsPending(claim.bank) ? "successful" : step.status;
    const account = this.seen.sessions.get(claim.account?.id ?? "")?.collection_account?.account_number ?? "";
    const notification = toNotification(this.place.bank, claim, { status, account });
    await Promise.all(Array.from({ length: step.copies }, () => this.post(notification)));
    return Object.assign(() => this.model.report(claim, status), { reference: referenceOf(claim) });
  }

  private async reverse({ payment, how, reference, isPart, copies }: Do<"reverse">): Promise<Note> {
    const claim = this.claimOf(payment);
    const name = roundOf(listReversals(claim.bank), how);
    if (!name) return () => undefined;
    const { notification, reversal } = toReversal(this.place.bank, name, {
      paymentKey: claim.key,
      kobo: isPart && claim.kobo > 1n ? claim.kobo / 2n : claim.kobo,
      reference: `${claim.key}-reversal-${reference}`,
    });
    await Promise.all(Array.from({ length: copies }, () => this.post(notification)));
    return () => this.model.reverse(claim, reversal);
  }

  /** Several parallel decisions about one exception: one wins if any is possible, and the others are refused. */
  private async decide(step: Do<"decide">): Promise<Note> {
    const exception = this.pickOf(step);
    if (!exception) return () => undefined;
    const decisions = step.decisions.map((decision, position) => {
      const session = this.sessionAt({ session: step.session + position });
      return { decision, session, to: session.id };
    });
    const wins = await decideInParallel(this.place, await cliActions.findOpen(exception), decisions);
    const winners = decisions.filter((_, position) => wins[position]);
    const note = () => {
      const isPossible = decisions.filter(({ decision, session }) =>
        this.model.isPossible(exception, decision, session),
      );
      const won = winners.map(({ decision, to }) => `${decision} ${to}`).join();
      assert.equal(winners.length, isPossible.length > 0 ? 1 : 0, `one decision wins, if any can: ${won}`);
      for (const winner of winners) {
        assert.ok(isPossible.includes(winner), `${won} can be carried out`);
        this.model.decide(exception, winner.decision, winner.session);
      }
    };
    const isAssigned = winners.some(({ decision }) => decision === "assigned") && exception.credit;
    return isAssigned ? Object.assign(note, { reference: referenceOf(exception) }) : note;
  }

  private async settle({ by, lines, day: position }: Do<"settle">): Promise<Note> {
    const stated = new Map(lines.map((line) => this.lineOf(line)));
    const amounts = Object.fromEntries([...stated].map(([key, kobo]) => [key, formatKobo(kobo)]));
    const day = roundOf(DAYS, position) ?? DAYS[0];
    await Promise.all(
      toSettlementNotifications(this.place.bank, by, { amounts, day }).map((notification) =>
        this.post(notification),
      ),
    );
    return () => this.model.settle(by, stated, day.day);
  }

  private lineOf({ payment, off, isUnknown }: PlannedLine): [key: string, kobo: bigint] {
    const { key, kobo } = this.claimOf(payment);
    if (isUnknown) return [`${this.mark}unknown-${payment % 3}`, kobo];
    return [key, kobo + off > 0n ? kobo + off : kobo];
  }

  private async addOperator(session: Session): Promise<Note> {
    const added = await this.place.api.post(`/v1/sessions/${session.id}/operators`, { name: "Ada" });
    const { id } = dataOf<OperatorData>(added);
    return () => this.model.addOperator(session, id);
  }

  private async assign(step: Do<"assign">): Promise<Note> {
    const session = this.sessionAt(step);
    const terminal = roundOf(session.terminals, step.terminal);
    const operator = roundOf(session.operators, step.operator);
    if (!terminal || !operator) return () => undefined;
    const from = at(step.from);
    const to = step.hours === undefined ? Number.POSITIVE_INFINITY : at(step.from + step.hours);
    await cliActions.assignOperator({
      terminalId: terminal,
      operatorId: operator as `op_${string}`,
      from: new Date(from),
      ...(Number.isFinite(to) && { to: new Date(to) }),
    });
    return () => this.model.assign(session, { terminal, operator, from, to });
  }

  private async pair(step: Do<"pair">): Promise<Note> {
    const terminal = roundOf(this.sessionAt(step).terminals, step.terminal);
    if (!terminal) return () => undefined;
    const [device, from] = [`${this.mark}device-${step.device}`, at(step.from)];
    const isPaired = await cliActions.pairDevice({ terminalId: terminal, device, from: new Date(from) }).then(
      () => true,
      (thrown) => {
        if (thrown.code === "conflict") return false;
        throw thrown;
      },
    );
    return () =>
      assert.equal(isPaired, this.model.pair(terminal, device, from), "whether the device was free");
  }

  private async unpair(step: Do<"unpair">): Promise<Note> {
    const terminal = roundOf(this.sessionAt(step).terminals, step.terminal);
    if (!terminal) return () => undefined;
    await cliActions.unpairDevice({ terminalId: terminal, to: new Date(at(step.to)) });
    return () => this.model.unpair(terminal, at(step.to));
  }

  /** Performs steps in parallel. They can take effect in any order, which the lists show. */
  private async runParallelSteps(steps: Step[]): Promise<void> {
    const chosen = selectCommuting(steps, (step) => this.paymentsOf(step));
    const notes: { step: Step; note: Note }[] = [];
    const perform = async (step: Step) => notes.push({ step, note: await this.perform(step) });
    // Payments run in two queues, to overlap with all phases of the other steps, above all of the close.
    const payments = chosen.filter((step) => step.do === "report").values();
    const file = async () => {
      for (const step of payments) await perform(step);
    };
    await Promise.all([file(), file(), ...chosen.filter((step) => step.do !== "report").map(perform)]);
    // A payment in no list came after the close. If there was no close, the model records it all the same, and the
    // comparison reports it.
    for (const note of sortByEffect(notes, await this.listed())) note();
  }

  /** The payments that a step is about, each as `bank key`. */
  private paymentsOf(step: Step): string[] {
    if (step.do === "report" || step.do === "reverse") {
      const { bank, key } = this.claimOf(step.payment);
      return [`${bank} ${key}`];
    }
    if (step.do === "settle") return step.lines.map((line) => `${step.by} ${this.lineOf(line)[0]}`);
    const exception = step.do === "decide" ? this.pickOf(step) : undefined;
    return exception ? [`${exception.bank} ${exception.key}`] : [];
  }

  private pickOf({ exception, about }: Do<"decide">): ModelException | undefined {
    return this.model.exceptions.pick(exception, about);
  }

  /** The references of all lists, oldest first in each. */
  private async listed(): Promise<string[]> {
    const lists = this.model.sessions.map(({ id }) =>
      read<TransactionData[]>(this.place.api, `/v1/transactions?session_id=${id}`),
    );
    return (await Promise.all(lists)).flatMap((rows) => rows.map(({ bank_ref }) => bank_ref).reverse());
  }

  /** The first report of a payment decides its destination at the bank. */
  private claimOf(position: number): BankPaymentReport {
    const known = this.claims.get(position);
    if (known) return known;
    const planned = this.payments[position % this.payments.length] as PlannedPayment;
    const { bank, kobo, hour, atGate, device } = planned;
    const [first, second] = CHANNELS[bank];
    const channel = (atGate ? second : first) ?? first ?? "pos";
    const session = this.sessionAt(planned);
    const own = roundOf(session.terminals, planned.terminal) ?? `${this.mark}none`;
    const claim: BankPaymentReport = {
      ...{ bank, kobo, channel, key: `${this.mark}${planned.key}`, paidAt: at(hour) },
      ...(channel === "pos"
        ? { device: device === undefined ? own : `${this.mark}device-${device}` }
        : { account: session }),
    };
    this.claims.set(position, claim);
    return claim;
  }

  private sessionAt({ session }: { session: number }): Session {
    const found = roundOf(this.model.sessions, session);
    if (!found) throw new Error("A sequence begins with a session");
    return found;
  }

  /** Posts as a bank does: repeats after 503, and fails on any other status than 200. */
  private async post(notification: SignedNotification): Promise<void> {
    for (;;) {
      const { status, text } = await this.place.bank.post(notification);
      if (status === 200) return assert.equal(text, '{"success":true,"data":{}}');
      if (status !== 503) assert.fail(`a notification was answered ${status}: ${text.slice(0, 300)}`);
    }
  }
}
