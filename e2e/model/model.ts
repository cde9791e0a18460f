import type { ProviderName } from "@/lib/env";
import { type Decision, Exceptions, type ModelException, type Reason } from "./exceptions";

export type Status = "pending" | "successful" | "failed";

/** A bank's report of a payment. Two claims of one bank and key that differ are a bank that contradicts itself. */
export interface PaymentReport {
  bank: ProviderName;
  key: string;
  kobo: bigint;
  channel: "bank_transfer" | "pos";
  /** The session whose account is credited, for `bank_transfer`. */
  account?: Session;
  /** The device, for `pos`: a serial number, or a terminal's own id. */
  device?: string;
  paidAt: number;
}

/** A recorded payment. */
export interface RecordedPayment extends PaymentReport {
  session: Session;
  terminal?: string;
  status: Status;
}

export interface Session {
  id: string;
  isClosed: boolean;
  terminals: string[];
  operators: string[];
  /** Oldest first. */
  recorded: RecordedPayment[];
  /** One for each status that each payment has reached. */
  events: (Pick<PaymentReport, "bank" | "key"> & { status: Status })[];
}

export interface SettlementLine extends Pick<PaymentReport, "bank" | "key" | "kobo"> {
  day: string;
  /** The bank's reference of the settlement. */
  reference: string;
  state: "waiting" | "applied" | "refused";
}

/** A bank's notification that it reverses a payment, or may. */
export interface Reversal extends Pick<PaymentReport, "kobo"> {
  kind: "reversal" | "refund" | "dispute";
  stage: "opened" | "completed";
  reference: string;
}

const ANSWERED_BY_STATUS: Reason[] = ["unknown_destination", "session_closed"];
const ANSWERED_BY_RECORDING: Reason[] = [...ANSWERED_BY_STATUS, "conflicting_repeat", "contradicting_status"];

interface Interval {
  from: number;
  to: number;
}

/** The expected behaviour of Takings for payments, settlements and operators, as simply as possible. */
export class Model {
  readonly sessions: Session[] = [];
  readonly exceptions = new Exceptions();
  /** The sessions that were changed since the last comparison. */
  readonly touched = new Set<Session>();
  private readonly payments = new Map<string, RecordedPayment>();
  private readonly settled = new Map<string, string>();
  private readonly lines = new Map<string, SettlementLine[]>();
  private readonly reversals = new Map<string, Reversal[]>();
  private settlements = 0;
  private readonly shifts: (Interval & { terminal: string; operator: string })[] = [];
  private readonly pairings: (Interval & { terminal: string; device: string })[] = [];

  open(session: Session): void {
    this.sessions.push(session);
    this.touched.add(session);
  }

  close(session: Session): void {
    session.isClosed = true;
    this.touched.add(session);
  }

  report(claim: PaymentReport, status: Status): void {
    const known = this.payments.get(`${claim.bank} ${claim.key}`);
    if (known) this.applyLaterReport(known, claim, status);
    else this.record(claim, status);
  }

  /** Records a payment in the session of its account or device, at the end of that list, or opens an exception. */
  private record(claim: PaymentReport, status: Status): void {
    const place = claim.account ? { session: claim.account } : this.placeOf(claim);
    if (place) this.touched.add(place.session);
    if (place && !place.session.isClosed) this.enter(claim, status, place);
    else this.exceptions.openCredit(claim, status, place ? "session_closed" : "unknown_destination");
  }

  /**
   * Adds a payment to a session. What was reported of it before takes effect now: a final status, reversals and
   * settlement lines. The open exceptions that it settles are resolved.
   */
  private enter(claim: PaymentReport, status: Status, place: { session: Session; terminal?: string }): void {
    const payment: RecordedPayment = { ...claim, ...place, status };
    this.payments.set(`${claim.bank} ${claim.key}`, payment);
    place.session.recorded.push(payment);
    this.reach(payment, status);
    const final = status === "pending" ? this.exceptions.finalStatusOf(claim) : undefined;
    if (final) this.reach(payment, final);
    this.exceptions.answer(claim, payment.status, ANSWERED_BY_RECORDING);
    for (const one of this.exceptions.openAbout(claim)) {
      if (one.reason === "settlement_unreported") one.state = "recorded";
      if (one.reason === "reversal") one.state = "superseded";
    }
    for (const reversal of this.reversals.get(`${claim.bank} ${claim.key}`) ?? [])
      this.openReversal(claim, reversal);
  }

  /** The first report of the payment stays, and so does its first final status. */
  private applyLaterReport(known: RecordedPayment, claim: PaymentReport, status: Status): void {
    this.touched.add(known.session);
    const isElsewhere = claim.account && known.account && claim.account !== known.account;
    const isOld = status === known.status || status === "pending";
    const isOtherDevice = claim.device && known.device && claim.device !== known.device;
    const isOtherWay = claim.channel !== known.channel || isOtherDevice;
    if (claim.kobo !== known.kobo || isElsewhere || isOtherWay)
      this.exceptions.openCredit(claim, status, "conflicting_repeat");
    else if (!isOld && known.status === "pending") {
      this.reach(known, status);
      this.exceptions.answer(claim, status, ANSWERED_BY_STATUS);
    } else if (!isOld) this.exceptions.openCredit(claim, status, "contradicting_status");
  }

  private reach(payment: RecordedPayment, status: Status): void {
    payment.status = status;
    payment.session.events.push({ bank: payment.bank, key: payment.key, status });
    this.compareLines(`${payment.bank} ${payment.key}`);
  }

  /** A reversal stays with its payment, in either order, and is an exception; it changes no figure. */
  reverse({ bank, key }: Pick<PaymentReport, "bank" | "key">, reversal: Reversal): void {
    const reversals = this.reversals.get(`${bank} ${key}`) ?? [];
    this.reversals.set(`${bank} ${key}`, [...reversals, reversal]);
    this.openReversal({ bank, key }, reversal);
  }

  private openReversal({ bank, key }: Pick<PaymentReport, "bank" | "key">, reversal: Reversal): void {
    const { kind, stage, reference, kobo } = reversal;
    const isKnown = this.payments.has(`${bank} ${key}`);
    const fact = [kind, stage, reference, kobo, isKnown].join(" ");
    this.exceptions.open({ bank, key, kobo, reason: "reversal", fact });
  }

  /** Each settlement line waits for its payment. Lenco's settlements have the payment's key as their reference. */
  settle(bank: ProviderName, stated: ReadonlyMap<string, bigint>, day: string): void {
    this.settlements++;
    for (const [key, kobo] of stated) {
      const identity = `${bank} ${key}`;
      const reference = bank === "lenco" ? key : `settlement ${this.settlements}`;
      const lines = this.lines.get(identity) ?? [];
      const same = lines.find((line) => line.reference === reference);
      if (!same) lines.push({ bank, key, kobo, day, reference, state: "waiting" });
      else if (same.kobo !== kobo)
        this.exceptions.open({ bank, key, kobo, reason: "settlement_mismatch", fact: `repeated ${kobo}` });
      this.lines.set(identity, lines);
      this.compareLines(identity);
    }
  }

  /** A line settles its payment if the amounts agree, once; otherwise it opens an exception. */
  private compareLines(identity: string): void {
    const payment = this.payments.get(identity);
    if (payment) this.touched.add(payment.session);
    for (const line of this.lines.get(identity) ?? []) {
      if (line.state !== "waiting" || payment?.status === "pending") continue;
      const { bank, key, kobo, reference: fact } = line;
      if (!payment) {
        this.exceptions.open({ bank, key, kobo, reason: "settlement_unreported", fact });
        continue;
      }
      const agrees = payment.status === "successful" && payment.kobo === kobo;
      if (agrees && !this.settled.has(identity)) this.applyLine(line);
      else {
        line.state = "refused";
        this.exceptions.open({ bank, key, kobo, reason: "settlement_mismatch", fact, line });
      }
    }
  }

  private applyLine(line: SettlementLine): void {
    line.state = "applied";
    this.settled.set(`${line.bank} ${line.key}`, line.day);
  }

  /** Whether a decision about an exception is possible in the current state. */
  isPossible(exception: ModelException, decision: Decision, to: Session): boolean {
    const identity = `${exception.bank} ${exception.key}`;
    const payment = this.payments.get(identity);
    if (exception.state !== "open") return false;
    if (decision === "accepted")
      return exception.line !== undefined && payment?.status === "successful" && !this.settled.has(identity);
    if (decision !== "assigned") return true;
    const isReversed = this.reversals.get(identity)?.some(({ stage }) => stage === "completed") ?? false;
    return exception.credit !== undefined && !payment && !isReversed && !to.isClosed;
  }

  /** Carries out the first decision about an exception. */
  decide(exception: ModelException, decision: Decision, to: Session): void {
    exception.state = decision;
    if (decision === "accepted" && exception.line) {
      this.applyLine(exception.line);
      this.compareLines(`${exception.bank} ${exception.key}`);
    }
    if (decision !== "assigned" || !exception.credit) return;
    const { claim, status } = exception.credit;
    const gate = claim.device ? this.placeOf(claim) : undefined;
    const terminal = gate?.session === to ? gate.terminal : undefined;
    this.enter(claim, status, { session: to, ...(terminal && { terminal }) });
  }

  dayOf({ bank, key, status }: RecordedPayment): string | undefined {
    return status === "successful" ? this.settled.get(`${bank} ${key}`) : undefined;
  }

  addOperator(session: Session, operator: string): void {
    session.operators.push(operator);
    this.touched.add(session);
  }

  assign(session: Session, shift: Interval & { terminal: string; operator: string }): void {
    this.shifts.push(shift);
    this.touched.add(session);
  }

  /** The operator of the last assignment that covers the time of payment. */
  operatorOf({ terminal, paidAt }: RecordedPayment): string | undefined {
    return this.shifts.findLast((shift) => shift.terminal === terminal && isWithin(shift, paidAt))?.operator;
  }

  /** Returns whether the device was free. A pairing without an end ends when its session closes. */
  pair(terminal: string, device: string, from: number): boolean {
    const earlier = this.pairings.filter((pairing) => pairing.device === device);
    const endOf = (one: Interval & { terminal: string }) =>
      one.to === Number.POSITIVE_INFINITY && this.sessionOf(one.terminal).isClosed
        ? Math.max(one.from, from)
        : one.to;
    if (earlier.some((one) => one.from < endOf(one) && endOf(one) > from)) return false;
    for (const one of earlier) one.to = endOf(one);
    this.pairings.push({ terminal, device, from, to: Number.POSITIVE_INFINITY });
    return true;
  }

  unpair(terminal: string, to: number): void {
    for (const one of this.pairings) {
      if (one.terminal === terminal && one.to > to) one.to = Math.max(one.from, to);
    }
  }

  private placeOf({
    device = "",
    paidAt,
  }: PaymentReport): { session: Session; terminal: string } | undefined {
    const isOwn = this.sessions.some(({ terminals }) => terminals.includes(device));
    const pairing = this.pairings.find((one) => one.device === device && isWithin(one, paidAt));
    const terminal = isOwn ? device : pairing?.terminal;
    return terminal === undefined ? undefined : { terminal, session: this.sessionOf(terminal) };
  }

  private sessionOf(terminal: string): Session {
    const session = this.sessions.find(({ terminals }) => terminals.includes(terminal));
    if (!session) throw new Error(`No session has ${terminal}`);
    return session;
  }
}

const isWithin = ({ from, to }: Interval, time: number) => from <= time && time < to;
