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
  /**
   * `NGN` where the notification states none (absent or null). A string is trimmed and upper case; any other JSON
   * value, and an empty string, is `?`. Anything but NGN becomes an exception.
   */
  currency: string;
  /** A channel outside the two of §2.5 (card, USSD, checkout) is `unsupported` and becomes an exception. */
  channel: "bank_transfer" | "pos" | "unsupported";
  status: "successful" | "pending" | "failed";
  /** The collection account credited (digits), or `""`. */
  account: string;
  /** Our own reference of the credited account where the notification carries it, else `""`. */
  accountReference: string;
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

/** One payment of a settlement. `gross` where the bank states the payment's amount, else `net`. */
export interface SettlementLine {
  paymentKey: string;
  gross?: Kobo;
  net?: Kobo;
}

/** A line of a settlement that cannot be read: no usable payment reference, or no usable amount at all. */
export interface UnreadableLine {
  /** The position in the bank's list, from 0. */
  index: number;
  /** Names the member at fault. */
  why: string;
  amount?: Kobo;
}

/** A settlement: the payments that reached the client's account on that day. A payment can be listed more than once. */
export interface BankSettlement {
  kind: "settlement";
  reference: string;
  settledOn: Day;
  lines: SettlementLine[];
  unreadableLines: UnreadableLine[];
}

/** The bank takes back a payment it reported, or disputes it. */
export interface BankReversal {
  kind: "reversal";
  reversal: "reversal" | "refund" | "dispute";
  /** `completed`: the money goes back. `opened`: it may. `dismissed`: it stays (a dispute won). */
  stage: "opened" | "completed" | "dismissed";
  /** Every id the notification gives that can be the original payment's key, most likely first, never empty. */
  paymentKeys: string[];
  /** The bank's id of the reversal itself, or `""`. */
  reference: string;
  /** The bank's own status word, cleaned, or `""`. */
  status: string;
  amount?: Kobo;
}

/** A kind on the adapter's list of ignored kinds: payouts, balances, mandates. Only the notification is stored. */
export interface BankIgnored {
  kind: "ignored";
}

/** A kind that is on no list of the adapter. */
export interface BankUnrecognised {
  kind: "unrecognised";
  /** Whether any member of the body is a positive amount. */
  namesAmount: boolean;
  /** The first of those amounts, in the unit of the bank's documented amounts, for people to read. */
  amount?: Kobo;
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
  | BankIgnored
  | BankUnrecognised
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

/** What the bank's own record says of a payment. A member that the answer does not state is absent. */
export interface Confirmation {
  /** `unknown` where the bank has no such record, refuses to answer, or its record cannot be read. */
  status: "successful" | "pending" | "failed" | "unknown";
  amount?: Kobo;
  /** As in `BankCredit`, but absent where the record states none. */
  currency?: string;
  /** The credited account's number. */
  account?: string;
  /** Our own reference of the credited account. */
  accountReference?: string;
  /** Identifiers of the device that took the payment. */
  devices?: string[];
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
  /** Grows with every change of what `parse` makes of the same bytes; stored with each notification. Starts at 1. */
  version: number;
  /** The kinds that are stored and otherwise ignored (`docs/banks.md`). A kind on no list is `unrecognised`. */
  ignoredKinds: readonly string[];
  /** The largest body accepted, in bytes, where the signature needs parsing; absent: `BANK_BODY_LIMIT_BYTES`. */
  bodyLimitBytes?: number;
  /** The channels that `compose` can write, for a bank need not have both. */
  channels: readonly SimulatedCredit["channel"][];
  /** Lower case. A notice belongs to the first configured adapter whose header it carries. */
  signatureHeader: string;
  /** What its signatures look like. A header of another form is refused before the body is read. */
  signaturePattern: RegExp;
  /**
   * Whether the notice was signed with this secret, in constant time. Parses nothing of the body, except where the
   * bank signs members instead of bytes (Nomba), and then only up to `bodyLimitBytes`.
   */
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
