import type { ProviderName } from "@/lib/env";

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

interface SettlementLine extends Pick<Claim, "bank" | "key" | "kobo"> {
  day: string;
  isWaiting: boolean;
}

interface Interval {
  from: number;
  to: number;
}

/** What Takings promises of payments, settlements and people at the gate, as plainly as it can be said. */
export class Model {
  readonly sessions: Session[] = [];
  /** `bank key reason kobo` of each, in the order of their happening. */
  readonly exceptions = new Set<string>();
  /** The sessions that something was said of since they were last looked at. */
  readonly touched = new Set<Session>();
  private readonly payments = new Map<string, Recorded>();
  private readonly settled = new Map<string, string>();
  private readonly lines = new Map<string, SettlementLine[]>();
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
    if (!place || place.session.isClosed) {
      this.except(claim, place ? "session_closed" : "unknown_destination");
    } else {
      const payment: Recorded = { ...claim, ...place, status };
      this.payments.set(`${claim.bank} ${claim.key}`, payment);
      place.session.recorded.push(payment);
      for (const { kobo } of this.lines.get(`${claim.bank} ${claim.key}`) ?? [])
        this.exceptions.delete(this.exceptionOf({ ...claim, kobo }, "settlement_unreported"));
      this.reach(payment, status);
    }
  }

  /** The first word on the money stands, and the first final word on its fate. */
  private tellAgain(known: Recorded, claim: Claim, status: Status): void {
    this.touched.add(known.session);
    const isElsewhere = claim.account && known.account && claim.account !== known.account;
    const isOld = status === known.status || status === "pending";
    const isOtherDevice = claim.device && known.device && claim.device !== known.device;
    const isOtherWay = claim.channel !== known.channel || isOtherDevice;
    if (claim.kobo !== known.kobo || isElsewhere || isOtherWay) this.except(claim, "conflicting_repeat");
    else if (!isOld && known.status === "pending") this.reach(known, status);
    else if (!isOld) this.except(claim, "contradicting_status");
  }

  private reach(payment: Recorded, status: Status): void {
    payment.status = status;
    payment.session.events.push({ bank: payment.bank, key: payment.key, status });
    this.compareLines(`${payment.bank} ${payment.key}`);
  }

  /** Each settlement's line waits for its payment; Lenco's settlements have the payment's key as their reference. */
  settle(bank: ProviderName, stated: ReadonlyMap<string, bigint>, day: string): void {
    for (const [key, kobo] of stated) {
      const identity = `${bank} ${key}`;
      const lines = this.lines.get(identity) ?? [];
      const [same] = bank === "lenco" ? lines : [];
      if (!same) lines.push({ bank, key, kobo, day, isWaiting: true });
      else if (same.kobo !== kobo) this.except({ bank, key, kobo }, "settlement_mismatch");
      this.lines.set(identity, lines);
      this.compareLines(identity);
    }
  }

  /** A line settles its payment where the amounts agree, once; else it needs a person. */
  private compareLines(identity: string): void {
    const payment = this.payments.get(identity);
    if (payment) this.touched.add(payment.session);
    for (const line of this.lines.get(identity) ?? []) {
      if (!line.isWaiting || payment?.status === "pending") continue;
      if (!payment) {
        this.except(line, "settlement_unreported");
        continue;
      }
      line.isWaiting = false;
      const agrees = payment.status === "successful" && payment.kobo === line.kobo;
      if (agrees && !this.settled.has(identity)) this.settled.set(identity, line.day);
      else this.except(line, "settlement_mismatch");
    }
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

  private except(payment: Pick<Claim, "bank" | "key" | "kobo">, reason: string): void {
    this.exceptions.add(this.exceptionOf(payment, reason));
  }

  private exceptionOf({ bank, key, kobo }: Pick<Claim, "bank" | "key" | "kobo">, reason: string): string {
    return `${bank} ${key} ${reason} ${kobo}`;
  }
}

const isWithin = ({ from, to }: Interval, time: number) => from <= time && time < to;
