import type { ComposedNotice, SimulatedCredit } from "@/lib/bank";
import { chooseBank } from "../plan";
import type { Random } from "../random";
import type { StoryPayment } from "./story/payment";

/** Where a story's payments land: an event as the service opened it. */
export interface Landing {
  account: string;
  /** Terminal ids, by number from 1. */
  terminals: readonly string[];
  /** A closed event's terminals pay through a bank that tells of settlements. */
  settles: boolean;
}

/** One payment and the notice that tells of it. */
export interface Told {
  payment: StoryPayment;
  credit: SimulatedCredit;
  bank: "monnify" | "nomba" | "lenco";
  /** Whether its transfer has been assigned to an operator by hand. */
  assigned: boolean;
  notice: ComposedNotice;
}

/** The banks of the story: one for transfers, one for terminals, and one that tells of what is pending. */
export class StoryBanks {
  private readonly banks = {
    monnify: chooseBank("monnify"),
    nomba: chooseBank("nomba"),
    lenco: chooseBank("lenco"),
  };

  private count = 0;

  /** `run` makes payment keys that never come again; `random` makes the references. */
  constructor(
    private readonly random: Random,
    private readonly run: string,
  ) {}

  /** Writes what the payer's bank posts of a payment. */
  tell(payment: StoryPayment, to: Landing, paidAt: Date): Told {
    const isPos = payment.channel === "pos";
    const bank =
      payment.status === "pending" || (isPos && to.settles) ? "lenco" : isPos ? "nomba" : "monnify";
    const digits = this.random.digits(12);
    const credit: SimulatedCredit = {
      paymentKey: `story-${this.run}-${++this.count}`,
      amount: BigInt(payment.naira) * 100n,
      channel: payment.channel,
      status: payment.status,
      account: isPos ? "" : to.account,
      device: isPos ? (to.terminals[payment.terminal - 1] ?? "") : "",
      senderName: payment.payer.toLocaleUpperCase("en"),
      senderAccount: payment.account,
      senderBank: payment.bank,
      narration: payment.narration,
      bankRef: isPos ? digits : `000013${paidAt.toISOString().replace(/\D/g, "").slice(2, 14)}${digits}`,
      paidAt,
    };
    return { payment, credit, bank, assigned: false, notice: this.compose(bank, credit) };
  }

  /** Writes the bank's later word: that a pending payment succeeded. */
  succeed({ credit, bank }: Told): ComposedNotice {
    return this.compose(bank, { ...credit, status: "successful" });
  }

  /** Writes what the banks post of a settlement of these payments. */
  settle(told: readonly Told[], settledAt: Date): ComposedNotice[] {
    const reference = `STL-${settledAt.toISOString().slice(0, 10).replace(/-/g, "")}-${this.random.digits(3)}`;
    return (["monnify", "lenco"] as const).flatMap((name) => {
      const payments = told.filter(({ bank }) => bank === name).map(({ credit }) => credit);
      if (payments.length === 0) return [];
      const { provider, secret } = this.banks[name];
      return provider.composeSettlement?.({ reference, settledAt, payments }, secret) ?? [];
    });
  }

  private compose(name: "monnify" | "nomba" | "lenco", credit: SimulatedCredit): ComposedNotice {
    const { provider, secret } = this.banks[name];
    return provider.compose(credit, secret);
  }
}
