import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { formatKobo } from "@/lib/core/money";
import { type Notice, sessionBody } from "../fixtures";
import type { OperatorData, SessionData, TransactionData } from "../http-client";
import { commuting, inOrder, type Note } from "./at-once";
import { office } from "./cli-actions";
import { dataOf, read, type Seen } from "./compare";
import type { ModelException } from "./exceptions";
import { CHANNELS, DAYS, type Planned, type PlannedLine, type Step } from "./generator";
import { Model, type Session } from "./model";
import {
  type NamedClaim,
  noticeOf,
  referenceOf,
  reversalOf,
  reversalsOf,
  saysPending,
  settlementNotices,
} from "./notices";
import { decideAtOnce, type Stage } from "./stage";

type Do<Kind extends Step["do"]> = Extract<Step, { do: Kind }>;

const MAX_SESSIONS = 3;
const DAWN = Date.parse("2026-11-20T08:00:00.000Z");
const at = (hour: number) => DAWN + hour * 3_600_000;

/** Counted round: whatever the number, one of those there are. */
const roundOf = <T>(items: readonly T[], position: number): T | undefined => items[position % items.length];

/** Does a world's steps at the service and says them to a model. */
export class Play {
  readonly model = new Model();
  readonly seen: Seen = { sessions: new Map(), ids: new Map() };
  /** What keys, devices and the receiver's address begin with, so that no two worlds meet. */
  readonly mark = `w${randomBytes(8).toString("hex")}-`;
  private readonly claims = new Map<number, NamedClaim>();

  constructor(
    private readonly place: Stage,
    private readonly payments: Planned[],
  ) {}

  /** Every world begins with two sessions, the first with two terminals and two people. */
  async begin(): Promise<void> {
    await this.take({ do: "open", terminals: 2 });
    await this.take({ do: "add operator", session: 0 });
    await this.take({ do: "open", terminals: 1 });
  }

  async take(step: Step): Promise<void> {
    if (step.do === "at once") await this.takeAtOnce(step.steps);
    else (await this.perform(step))();
  }

  private async perform(step: Step): Promise<Note> {
    switch (step.do) {
      case "open":
        return this.open(step);
      case "close":
        return this.close(step);
      case "tell":
        return this.tell(step);
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
        throw new Error("Nothing is at once within what is at once");
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

  private async tell(step: Do<"tell">): Promise<Note> {
    const claim = this.claimOf(step.payment);
    const status = step.status === "pending" && !saysPending(claim.bank) ? "successful" : step.status;
    const account = this.seen.sessions.get(claim.account?.id ?? "")?.collection_account?.account_number ?? "";
    const notice = noticeOf(this.place.bank, claim, { status, account });
    await Promise.all(Array.from({ length: step.copies }, () => this.post(notice)));
    return Object.assign(() => this.model.tell(claim, status), { reference: referenceOf(claim) });
  }

  private async reverse({ payment, how, reference, isPart, copies }: Do<"reverse">): Promise<Note> {
    const claim = this.claimOf(payment);
    const name = roundOf(reversalsOf(claim.bank), how);
    if (!name) return () => undefined;
    const { notice, reversal } = reversalOf(this.place.bank, name, {
      paymentKey: claim.key,
      kobo: isPart && claim.kobo > 1n ? claim.kobo / 2n : claim.kobo,
      reference: `${claim.key}-reversal-${reference}`,
    });
    await Promise.all(Array.from({ length: copies }, () => this.post(notice)));
    return () => this.model.reverse(claim, reversal);
  }

  /** Several decisions about one exception at once: one wins if any can be carried out, and the others are refused. */
  private async decide(step: Do<"decide">): Promise<Note> {
    const exception = this.pickOf(step);
    if (!exception) return () => undefined;
    const decisions = step.decisions.map((decision, position) => {
      const session = this.sessionAt({ session: step.session + position });
      return { decision, session, to: session.id };
    });
    const wins = await decideAtOnce(this.place, await office.findOpen(exception), decisions);
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
      settlementNotices(this.place.bank, by, { amounts, day }).map((notice) => this.post(notice)),
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
    await office.assignOperator({
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
    const [device, from] = [this.serialOf(step.device), at(step.from)];
    const isPaired = await office.pairDevice({ terminalId: terminal, device, from: new Date(from) }).then(
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
    await office.unpairDevice({ terminalId: terminal, to: new Date(at(step.to)) });
    return () => this.model.unpair(terminal, at(step.to));
  }

  /**
   * What happens at once may happen in any order: the lists say in which. A payment that they do not hold came after
   * the close; where there was none, the model records it all the same, and the comparison says so.
   */
  private async takeAtOnce(steps: Step[]): Promise<void> {
    const chosen = commuting(steps, (step) => this.paymentsOf(step));
    const notes: { step: Step; note: Note }[] = [];
    const perform = async (step: Step) => notes.push({ step, note: await this.perform(step) });
    // Payments come in two files, so that they meet the rest, the close above all, early, half-way and late.
    const payments = chosen.filter((step) => step.do === "tell").values();
    const file = async () => {
      for (const step of payments) await perform(step);
    };
    await Promise.all([file(), file(), ...chosen.filter((step) => step.do !== "tell").map(perform)]);
    for (const note of inOrder(notes, await this.listed())) note();
  }

  /** The payments that a step is about, each as `bank key`. */
  private paymentsOf(step: Step): string[] {
    if (step.do === "tell" || step.do === "reverse") {
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

  /** The first telling of a payment decides where its bank says that it went. */
  private claimOf(position: number): NamedClaim {
    const known = this.claims.get(position);
    if (known) return known;
    const planned = this.payments[position % this.payments.length] as Planned;
    const { bank, kobo, hour, atGate, device } = planned;
    const [first, second] = CHANNELS[bank];
    const channel = (atGate ? second : first) ?? first ?? "pos";
    const session = this.sessionAt(planned);
    const own = roundOf(session.terminals, planned.terminal) ?? `${this.mark}none`;
    const claim: NamedClaim = {
      ...{ bank, kobo, channel, key: `${this.mark}${planned.key}`, paidAt: at(hour) },
      ...(channel === "pos"
        ? { device: device === undefined ? own : this.serialOf(device) }
        : { account: session }),
    };
    this.claims.set(position, claim);
    return claim;
  }

  private serialOf(device: number): string {
    return `${this.mark}device-${device}`;
  }

  private sessionAt({ session }: { session: number }): Session {
    const found = roundOf(this.model.sessions, session);
    if (!found) throw new Error("A world begins with a session");
    return found;
  }

  /** Posts as a bank does: 503 asks it to come again, and anything but 200 besides is a fault. */
  private async post(notice: Notice): Promise<void> {
    for (;;) {
      const { status, text } = await this.place.bank.post(notice);
      if (status === 200) return assert.equal(text, '{"success":true,"data":{}}');
      if (status !== 503) assert.fail(`a notice was answered ${status}: ${text.slice(0, 300)}`);
    }
  }
}
