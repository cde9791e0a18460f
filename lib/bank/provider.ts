import type { Kobo } from "@/lib/core/money";
import type { Day } from "@/lib/core/time";
import type { Credentials, ProviderName } from "@/lib/env";

/** A notice exactly as it came: the bytes that were signed, and its headers. */
export interface RawNotice {
  body: Buffer;
  headers: Headers;
}

/** What a bank says landed, before it is ours: in kobo, in UTC, in our words. Texts nobody gave are `""`. */
export interface BankCredit {
  kind: "credit";
  /** The payment's identity at this bank, never empty (`docs/architecture.md`, identity of a payment). */
  paymentKey: string;
  amount: Kobo;
  /** As the bank wrote it, upper case; anything but NGN becomes an exception. */
  currency: string;
  /** A channel outside the two of §2.5 (card, USSD, checkout) is `unsupported` and becomes an exception. */
  channel: "bank_transfer" | "pos" | "unsupported";
  status: "successful" | "pending" | "failed";
  /** The collection account credited (digits), or `""`. */
  account: string;
  /** Every identifier the notice gives for a device, most specific first; the first that is paired decides. */
  devices: string[];
  senderName: string;
  senderAccount: string;
  /** The CBN code where the bank can be resolved, else the code as it came, else `""`. */
  senderBank: string;
  /** The bank's name as it came, for people. */
  senderBankName: string;
  narration: string;
  bankRef: string;
  /** When it was paid; absent where the bank does not say, then the time of receipt stands. */
  paidAt?: Date;
  fee?: Kobo;
  stampDuty?: Kobo;
  /** True where the signature does not cover the amount: in live mode it stays pending until a re-query agrees. */
  needsConfirmation?: boolean;
}

/** A settlement's list: these payments reached the client's account on that day. */
export interface BankSettlement {
  kind: "settlement";
  reference: string;
  settledOn: Day;
  payments: { paymentKey: string; amount?: Kobo }[];
}

/** The bank takes back, or disputes, a payment it told us of. */
export interface BankReversal {
  kind: "reversal";
  paymentKey: string;
}

/** Payouts, refunds, balances and unknown kinds: the notice is kept, nothing else. */
export interface BankAside {
  kind: "aside";
}

/** Verified, but not readable as what it claims to be: an exception, kept whole. `why` names the member. */
export interface BankUnreadable {
  kind: "unreadable";
  why: string;
}

export type BankMessage = { /** The bank's own name of the event, for people. */ event: string } & (
  | BankCredit
  | BankSettlement
  | BankReversal
  | BankAside
  | BankUnreadable
);

/** A collection account as the bank issued it. */
export interface IssuedAccount {
  accountNumber: string;
  bankName: string;
  bankCode: string;
  /** The bank's own wording, for the dashboard; the wire always says `<SERVICE_NAME> / <name>`. */
  bankAccountName: string;
}

/** What to ask the bank for. `reference` is our session id: a retry with the same one finds the same account. */
export interface AccountRequest {
  reference: string;
  name: string;
}

/** What a simulated payment looks like, for each adapter to write in its bank's own format. */
export interface SimulatedCredit {
  paymentKey: string;
  amount: Kobo;
  channel: "bank_transfer" | "pos";
  /** `pending` only with a bank whose notices know the word: `tellsPending`. */
  status: "successful" | "pending" | "failed";
  account: string;
  device: string;
  senderName: string;
  senderAccount: string;
  /** A CBN code. */
  senderBank: string;
  narration: string;
  bankRef: string;
  paidAt: Date;
}

/** What a simulated settlement looks like: these payments reach the client's account then. */
export interface SimulatedSettlement {
  reference: string;
  settledAt: Date;
  payments: Pick<SimulatedCredit, "paymentKey" | "amount" | "channel">[];
}

/** What a bank posts: a body, and the headers that sign it. */
export interface ComposedNotice {
  headers: Record<string, string>;
  body: string;
}

/** What a re-query says about a payment; `unknown` where the bank cannot say yet. */
export interface Confirmation {
  status: "successful" | "pending" | "failed" | "unknown";
  amount?: Kobo;
}

/** Where a bank's API is and how the adapter may call it. */
export interface ProviderContext {
  credentials: Credentials;
  baseUrl: string;
  businessTimeZone: string;
}

/** A bank, seen from the house. One adapter a bank implements it; all foreign names, units and clocks end there. */
export interface Provider {
  name: ProviderName;
  /** The channels that `compose` can write, for a bank need not have both. */
  channels: readonly SimulatedCredit["channel"][];
  /** Lower case. A notice belongs to the first configured adapter whose header it carries. */
  signatureHeader: string;
  /** Whether the notice was signed with this secret. Constant-time; reads nothing of the body's meaning. */
  verify(notice: RawNotice, secret: string): boolean;
  /** Reads a verified notice. Never throws: what cannot be read is `unreadable`. */
  parse(notice: RawNotice, context: { businessTimeZone: string }): BankMessage;
  /** The answer's body where the bank demands its own; absent: the envelope of §1 with `data: {}`. */
  acknowledge?(notice: RawNotice): unknown;
  /**
   * Has the bank issue an account; asking again with the same reference finds the same account.
   * Throws `Failure("unavailable")` when the bank cannot or will not answer now. Absent: this adapter only receives.
   */
  provisionAccount?(request: AccountRequest, context: ProviderContext): Promise<IssuedAccount>;
  /** Asks the bank whether a payment is real. Throws when the bank cannot be reached. */
  confirm?(paymentKey: string, context: ProviderContext): Promise<Confirmation>;
  /** Writes and signs what this bank would post, for the simulator and the tests; of a channel of `channels` only. */
  compose(credit: SimulatedCredit, secret: string): ComposedNotice;
  /** Whether `compose` can write a payment that is pending. */
  tellsPending?: boolean;
  /** Writes and signs what this bank would post of a settlement. Absent: its notices tell of none. */
  composeSettlement?(settlement: SimulatedSettlement, secret: string): ComposedNotice[];
}
