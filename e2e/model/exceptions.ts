import type { PaymentReport, SettlementLine, Status } from "./model";

export type Reason =
  | "session_closed"
  | "unknown_destination"
  | "conflicting_repeat"
  | "contradicting_status"
  | "reversal"
  | "settlement_mismatch"
  | "settlement_unreported";

/** A member's decision about an exception. */
export type Decision = "assigned" | "to_refund" | "dismissed" | "accepted";

/** An exception about one fact, open or resolved. */
export interface ModelException extends Pick<PaymentReport, "bank" | "key" | "kobo"> {
  reason: Reason;
  /** Distinguishes it from the others of this reason about the same payment. */
  fact: string;
  /** `recorded` and `superseded`: resolved by a later notification. */
  state: "open" | Decision | "recorded" | "superseded";
  /** The payment that could not be recorded, or that contradicts the recorded one. */
  credit?: { claim: PaymentReport; status: Status };
  /** The settlement line that was not applied. */
  line?: SettlementLine;
}

const moneyOf = (status: Status, { kobo, channel, account, device }: PaymentReport) =>
  [status, kobo, channel, account?.id, device].join(" ");

const isAbout = ({ bank, key }: ModelException, of: Pick<PaymentReport, "bank" | "key">) =>
  bank === of.bank && key === of.key;

/** The exceptions that a model expects, one for each fact, in the order of their opening. */
export class Exceptions {
  private readonly byFact = new Map<string, ModelException>();

  /** Opens an exception. A repeat of its fact opens none, whether the first is open or resolved. */
  open(exception: Omit<ModelException, "state">): void {
    const { bank, key, reason, fact } = exception;
    const id = [bank, key, reason, fact].join(" ");
    if (!this.byFact.has(id)) this.byFact.set(id, { ...exception, state: "open" });
  }

  /**
   * Opens an exception about a payment that cannot be recorded, or that contradicts the recorded one. Its final status
   * supersedes an open pending one, and a late pending adds nothing.
   */
  openCredit(claim: PaymentReport, status: Status, reason: Reason): void {
    const { bank, key, kobo } = claim;
    const find = (other: Status) => this.byFact.get([bank, key, reason, moneyOf(other, claim)].join(" "));
    if (status === "pending" && (find("successful") || find("failed"))) return;
    const pending = find("pending");
    if (status !== "pending" && pending?.state === "open") pending.state = "superseded";
    this.open({ bank, key, kobo, reason, fact: moneyOf(status, claim), credit: { claim, status } });
  }

  /** The open exceptions about a payment. */
  openAbout(of: Pick<PaymentReport, "bank" | "key">): ModelException[] {
    return this.allOpen().filter((one) => isAbout(one, of));
  }

  /** The first final status that was reported of a payment while it could not be recorded. */
  finalStatusOf(claim: PaymentReport): Status | undefined {
    const final = this.openAbout(claim).find(
      ({ credit, kobo }) => credit && credit.status !== "pending" && kobo === claim.kobo,
    );
    return final?.credit?.status;
  }

  /** Resolves the exceptions that the recording of this payment, or its final status, settles. */
  answer(claim: PaymentReport, status: Status, reasons: readonly Reason[]): void {
    for (const one of this.openAbout(claim)) {
      const isOfStatus = one.credit?.status === "pending" || one.credit?.status === status;
      const isAnswered = reasons.includes(one.reason) && one.kobo === claim.kobo && isOfStatus;
      if (isAnswered) one.state = "recorded";
    }
  }

  /**
   * Returns an open exception that is distinct from the others, of these reasons if there is one, by an index that
   * wraps around; `undefined` if none is open.
   */
  pick(position: number, reasons: readonly Reason[]): ModelException | undefined {
    const open = this.allOpen();
    const alike = (one: ModelException) => open.filter((other) => lineOf(one) === lineOf(other));
    const distinct = open.filter((one) => alike(one).length === 1);
    const wanted = distinct.filter(({ reason }) => reasons.includes(reason));
    const chosen = wanted.length > 0 ? wanted : distinct;
    return chosen[position % chosen.length];
  }

  /** `bank key reason kobo state` of each exception that is open or was decided by a member, sorted. */
  lines(): string[] {
    const isListed = ({ state }: ModelException) => state !== "recorded" && state !== "superseded";
    return [...this.byFact.values()].filter(isListed).map(lineOf).sort();
  }

  private allOpen(): ModelException[] {
    return [...this.byFact.values()].filter(({ state }) => state === "open");
  }
}

const lineOf = ({ bank, key, reason, kobo, state }: ModelException) =>
  [bank, key, reason, kobo, state].join(" ");
