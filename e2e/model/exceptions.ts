import type { Claim, SettlementLine, Status } from "./model";

export type Reason =
  | "session_closed"
  | "unknown_destination"
  | "conflicting_repeat"
  | "contradicting_status"
  | "reversal"
  | "settlement_mismatch"
  | "settlement_unreported";

/** What a person decides about an exception. */
export type Decision = "assigned" | "to_return" | "noted" | "accepted";

/** An exception about one fact, open or resolved. */
export interface ModelException extends Pick<Claim, "bank" | "key" | "kobo"> {
  reason: Reason;
  /** What distinguishes it from the others of this reason about the same payment. */
  fact: string;
  /** `recorded` and `superseded`: resolved by a later notification. */
  state: "open" | Decision | "recorded" | "superseded";
  /** The payment that could not be recorded, or that disagrees with what is recorded. */
  credit?: { claim: Claim; status: Status };
  /** The settlement line that it refused. */
  line?: SettlementLine;
}

const moneyOf = (status: Status, { kobo, channel, account, device }: Claim) =>
  [status, kobo, channel, account?.id, device].join(" ");

const isAbout = ({ bank, key }: ModelException, of: Pick<Claim, "bank" | "key">) =>
  bank === of.bank && key === of.key;

/** The exceptions that a model expects, one for each fact, in the order of their opening. */
export class Exceptions {
  private readonly byFact = new Map<string, ModelException>();

  /** Opens an exception; a repeat of its fact opens none, whether the first is open or resolved. */
  open(exception: Omit<ModelException, "state">): void {
    const { bank, key, reason, fact } = exception;
    const id = [bank, key, reason, fact].join(" ");
    if (!this.byFact.has(id)) this.byFact.set(id, { ...exception, state: "open" });
  }

  /** The same about a payment that disagrees with the recorded one, or that cannot be recorded. */
  openCredit(claim: Claim, status: Status, reason: Reason): void {
    const { bank, key, kobo } = claim;
    this.open({ bank, key, kobo, reason, fact: moneyOf(status, claim), credit: { claim, status } });
  }

  /** A payment that cannot be recorded: its final status supersedes an open pending one, and a late pending adds nothing. */
  openUnrecorded(claim: Claim, status: Status, reason: Reason): void {
    const factOf = (other: Status) => [claim.bank, claim.key, reason, moneyOf(other, claim)].join(" ");
    const isFinal = this.byFact.has(factOf("successful")) || this.byFact.has(factOf("failed"));
    if (status === "pending" && isFinal) return;
    const pending = this.byFact.get(factOf("pending"));
    if (status !== "pending" && pending?.state === "open") pending.state = "superseded";
    this.openCredit(claim, status, reason);
  }

  /** The open ones about a payment. */
  openAbout(of: Pick<Claim, "bank" | "key">): ModelException[] {
    return this.allOpen().filter((one) => isAbout(one, of));
  }

  /** The first final status that was reported of this money while it could not be recorded. */
  finalStatusOf(claim: Claim): Status | undefined {
    const final = this.openAbout(claim).find(
      ({ credit, kobo }) => credit && credit.status !== "pending" && kobo === claim.kobo,
    );
    return final?.credit?.status;
  }

  /** Resolves what the recording of this money, or its final status, answers. */
  answer(claim: Claim, status: Status, reasons: readonly Reason[]): void {
    for (const one of this.openAbout(claim)) {
      const isOfStatus = one.credit?.status === "pending" || one.credit?.status === status;
      const isAnswered = reasons.includes(one.reason) && one.kobo === claim.kobo && isOfStatus;
      if (isAnswered) one.state = "recorded";
    }
  }

  /**
   * One that is open and cannot be taken for another, by a number that is counted round, of these reasons where there is
   * one; `undefined` where none is open.
   */
  pick(position: number, reasons: readonly Reason[]): ModelException | undefined {
    const open = this.allOpen();
    const alike = (one: ModelException) => open.filter((other) => lineOf(one) === lineOf(other));
    const distinct = open.filter((one) => alike(one).length === 1);
    const wanted = distinct.filter(({ reason }) => reasons.includes(reason));
    const chosen = wanted.length > 0 ? wanted : distinct;
    return chosen[position % chosen.length];
  }

  /** `bank key reason kobo state` of each that is open or was decided by a person, sorted. */
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
