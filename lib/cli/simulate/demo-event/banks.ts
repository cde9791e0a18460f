import type { ComposedNotification, SimulatedCredit } from "@/lib/bank";
import { chooseBank } from "../plan";
import type { Random } from "../random";
import type { StoryPayment } from "./story/payment";

/** The account and terminals of an event created for the story. */
export interface EventAccounts {
  account: string;
  /** Terminal ids in the order of their numbers. */
  terminals: readonly string[];
  /** Whether POS payments use a bank that reports settlements, as for a closed event. */
  settles: boolean;
}

/** A payment and its bank notification. */
export interface StoryNotification {
  payment: StoryPayment;
  credit: SimulatedCredit;
  bank: "monnify" | "nomba" | "lenco";
  /** Whether its transfer was manually assigned to an operator. */
  assigned: boolean;
  notification: ComposedNotification;
}

/** The story's banks: one for transfers, one for terminals, and one that reports pending payments. */
export class StoryBanks {
  private readonly banks = {
    monnify: chooseBank("monnify"),
    nomba: chooseBank("nomba"),
    lenco: chooseBank("lenco"),
  };

  private count = 0;

  /** `run` makes payment keys unique to this run; `random` generates the references. */
  constructor(
    private readonly random: Random,
    private readonly run: string,
  ) {}

  /** Composes the bank's notification of a payment. */
  composePayment(payment: StoryPayment, to: EventAccounts, paidAt: Date): StoryNotification {
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
    return { payment, credit, bank, assigned: false, notification: this.compose(bank, credit) };
  }

  /** Composes the later notification that a pending payment succeeded. */
  composeSuccess({ credit, bank }: StoryNotification): ComposedNotification {
    return this.compose(bank, { ...credit, status: "successful" });
  }

  /** Composes the notifications of a settlement of these payments. */
  composeSettlements(paid: readonly StoryNotification[], settledAt: Date): ComposedNotification[] {
    const reference = `STL-${settledAt.toISOString().slice(0, 10).replace(/-/g, "")}-${this.random.digits(3)}`;
    return (["monnify", "lenco"] as const).flatMap((name) => {
      const payments = paid.filter(({ bank }) => bank === name).map(({ credit }) => credit);
      if (payments.length === 0) return [];
      const { provider, secret } = this.banks[name];
      return provider.composeSettlement?.({ reference, settledAt, payments }, secret) ?? [];
    });
  }

  private compose(name: "monnify" | "nomba" | "lenco", credit: SimulatedCredit): ComposedNotification {
    const { provider, secret } = this.banks[name];
    return provider.compose(credit, secret);
  }
}
