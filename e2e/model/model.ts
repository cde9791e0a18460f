import type { ProviderName } from "@/lib/env";
import { type Decision, Exceptions, type ModelException, type Reason } from "./exceptions";

export type Status = "pending" | "successful" | "failed";

/** What a bank says of a payment. Two claims of one bank and key that differ are a bank contradicting itself. */
export interface Claim {
  bank: ProviderName;
  key: string;
  kobo: bigint;
  channel: "bank_transfer" | "pos";
  /** The session whose account is credited, on `bank_transfer`. */
  account?: Session;
  /** What stands at the gate, on `pos`: a serial number, or a terminal's own id. */
  device?: string;
  paidAt: number;
}

/** A payment as it was recorded. */
export interface Recorded extends Claim {
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
  recorded: Recorded[];
  /** One for each status that each payment has reached. */
  events: (Pick<Claim, "bank" | "key"> & { status: Status })[];
}

export interface SettlementLine extends Pick<Claim, "bank" | "key" | "kobo"> {
  day: string;
  /** The bank's reference of the settlement. */
  reference: string;
  state: "waiting" | "applied" | "refused";
}

/** What a bank says when it takes a payment back, or may. */
export interface Reversal extends Pick<Claim, "kobo"> {
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

/** What Takings promises of payments, settlements and people at the gate, as plainly as it can be said. */
export class Model {
  readonly sessions: Session[] = [];
  readonly exceptions = new Exceptions();
  /** The sessions that something was said of since they were last looked at. */
  readonly touched = new Set<Session>();
  private readonly payments = new Map<string, Recorded>();
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

  tell(claim: Claim, status: Status): void {
    const known = this.payments.get(`${claim.bank} ${claim.key}`);
    if (known) this.tellAgain(known, claim, status);
    else this.record(claim, status);
  }

  /** Recorded where its account or device belongs, at its end of the list; or for a person to look at. */
  private record(claim: Claim, status: Status): void {
    const place = claim.account ? { session: claim.account } : this.placeOf(claim);
    if (place) this.touched.add(place.session);
    if (place && !place.session.isClosed) this.enter(claim, status, place);
    else this.exceptions.openUnrecorded(claim, status, place ? "session_closed" : "unknown_destination");
  }

  /**
   * Adds a payment to a session. What was reported of it before has its effect now: a final status, reversals and
   * settlement lines. The open exceptions that it answers are resolved.
   */
  private enter(claim: Claim, status: Status, place: { session: Session; terminal?: string }): void {
    const payment: Recorded = { ...claim, ...place, status };
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

  /** The first word on the money stands, and the first final word on its fate. */
  private tellAgain(known: Recorded, claim: Claim, status: Status): void {
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

  private reach(payment: Recorded, status: Status): void {
    payment.status = status;
    payment.session.events.push({ bank: payment.bank, key: payment.key, status });
    this.compareLines(`${payment.bank} ${payment.key}`);
  }

  /** A reversal stays beside its payment, whichever comes first, and is an exception; it changes no figure. */
  reverse({ bank, key }: Pick<Claim, "bank" | "key">, reversal: Reversal): void {
    const reversals = this.reversals.get(`${bank} ${key}`) ?? [];
    this.reversals.set(`${bank} ${key}`, [...reversals, reversal]);
    this.openReversal({ bank, key }, reversal);
  }

  private openReversal({ bank, key }: Pick<Claim, "bank" | "key">, reversal: Reversal): void {
    const { kind, stage, reference, kobo } = reversal;
    const isKnown = this.payments.has(`${bank} ${key}`);
    const fact = [kind, stage, reference, kobo, isKnown].join(" ");
    this.exceptions.open({ bank, key, kobo, reason: "reversal", fact });
  }

  /** Each settlement's line waits for its payment; Lenco's settlements have the payment's key as their reference. */
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

  /** A line settles its payment where the amounts agree, once; else it needs a person. */
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

  /** Whether a decision about an exception can be carried out as things are. */
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

  /** Carries a decision out that was the first about its exception. */
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

  dayOf({ bank, key, status }: Recorded): string | undefined {
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

  /** Whoever was put on the terminal last, for the time of payment. */
  operatorOf({ terminal, paidAt }: Recorded): string | undefined {
    return this.shifts.findLast((shift) => shift.terminal === terminal && isWithin(shift, paidAt))?.operator;
  }

  /** Answers whether the device was free; a pairing without an end is over with its session. */
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

  private placeOf({ device = "", paidAt }: Claim): { session: Session; terminal: string } | undefined {
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
