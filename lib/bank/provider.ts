import type { Kobo } from "@/lib/core/money";
import type { CredentialName, Credentials, ProviderName } from "@/lib/env";
import type { BankShare } from "./connections/share";
import type { BankMessage, BankSettlement, SettlementHead } from "./parsing/bank-message";
import type { BankCredit } from "./parsing/credit";
import type { ComposedNotification, SimulatedCredit, SimulatedSettlement } from "./simulated";

export type {
  BankMessage,
  BankReversal,
  BankSettlement,
  BankUnrecognised,
  SettlementAmounts,
  SettlementHead,
  SettlementLine,
  UnreadableLine,
} from "./parsing/bank-message";
export type { BankCredit } from "./parsing/credit";
export type { ComposedNotification, SimulatedCredit, SimulatedSettlement } from "./simulated";

/** A notification as received: the signed bytes and the headers. */
export interface RawNotification {
  body: Buffer;
  headers: Headers;
}

/** A collection account as the bank issued it. */
export interface IssuedAccount {
  accountNumber: string;
  bankName: string;
  bankCode: string;
  /** The bank's own account name, for the dashboard; the API always returns `<SERVICE_NAME> / <name>`. */
  bankAccountName: string;
}

/** A request for an account. `reference` is our session id: a retry with the same reference returns the same account. */
export interface AccountRequest {
  reference: string;
  name: string;
  /** The organisation's share of its payments, at the deployment's connection to the share's provider. */
  share?: BankShare;
  /** Why the bank did not open it, as its own notification reported in the last minutes. */
  failure?: OpeningFailure;
}

/** A bank's notification that it did not open an account which it opens asynchronously. */
export interface OpeningFailure {
  reference: string;
  /** The bank's reason, cleaned, or `""` if it states none. */
  reason: string;
}

/** An account that we opened under `reference`; the number guards against closing another one. */
export interface ClosableAccount {
  reference: string;
  accountNumber: string;
}

/** A page of a bank's own list of collection accounts, from the cursor if there is one. */
export interface AccountListRequest {
  cursor?: string;
  /** Only this account, at a bank whose list can be filtered by it; other banks ignore it. */
  accountNumber?: string;
}

/** A collection account of a bank's list, opened by this service or not. */
export interface ListedAccount extends IssuedAccount {
  /** Whether it takes payments: false if it is closed or expired. */
  isOpen: boolean;
}

export interface ListedAccounts {
  accounts: ListedAccount[];
  /** Absent on the last page. */
  nextCursor?: string;
}

/** A page of a bank's own list of payments: those from shortly before `since` until `until`, at the cursor if there is one. */
export interface ListRequest {
  since: Date;
  until: Date;
  cursor?: string;
}

/** A payment of a bank's list: as a notification would report it, or why it cannot be read. */
export interface ListedPayment {
  message: Extract<BankMessage, { kind: "credit" | "unreadable" }>;
  /** The row as JSON, in which numbers are texts. */
  body: string;
}

/** The rows of a bank's list, which are stored like notifications. */
export interface ListFormat {
  /** The name of the list, for display. */
  event: string;
  /** Incremented when `parse` gives another result for the same row; stored with each row. Starts at 1. */
  version: number;
  /** Converts one decoded row, or calls `throwUnreadable`. */
  parse(row: unknown): BankCredit;
  /** By an earlier version: its `parse`, for rows that were stored by it. */
  earlierVersions?: Record<number, ListFormat["parse"]>;
}

export interface ListedPage {
  payments: ListedPayment[];
  /** Absent on the last page. Valid only with the same `since` and `until`. */
  nextCursor?: string;
}

/** A settlement of a bank's list; its payments are included, or listed by `settlementId`. */
export type ListedSettlement = SettlementHead &
  (
    | { payments: SettlementPayments; settlementId?: undefined }
    | { payments?: undefined; settlementId: string }
  );

/** Payments of a settlement. */
export type SettlementPayments = Pick<BankSettlement, "lines" | "unreadableLines">;

export interface ListedSettlements {
  settlements: ListedSettlement[];
  /** Why others of the page cannot be read; each names its member. */
  unreadable: string[];
  /** The times of those that are not completed yet, at a bank whose list begins only shortly before `since`. */
  pendingTimes?: readonly Date[];
  /** Absent on the last page. Valid only with the same `since` and `until`. */
  nextCursor?: string;
}

/** A page of the payments of one settlement, from the cursor if there is one; `index` continues over the pages. */
export interface SettlementPaymentsRequest {
  settlementId: string;
  cursor?: string;
}

/** When a bank settles a payment, as it documents. */
export interface SettlementCycle {
  /** How many days after the day of payment. */
  days: number;
  /** Whether only business days count, and money arrives on business days only. */
  isBusinessDays: boolean;
  /** The hour of the day, in the business's time zone, from which a payment counts as the next day's; absent if none is documented. */
  cutOffHour?: number;
}

/** A payment in the bank's own record. Members that the response does not state are absent. */
export interface Confirmation {
  /** `unknown` if the bank has no such record, refuses the request, or its record cannot be parsed. */
  status: "successful" | "pending" | "failed" | "unknown";
  amount?: Kobo;
  /** As in `BankCredit`, but absent if the record states none. */
  currency?: string;
  /** The credited account's number. */
  account?: string;
  /** Our reference of the credited account. */
  accountReference?: string;
  /** Identifiers of the device that took the payment. */
  devices?: string[];
  /** As in `BankCredit`. */
  reversal?: BankCredit["reversal"];
}

/** A refund of a payment to its payer. `reference` is our refund's id, `otherReferences` the bank's ids of its other refunds. */
export interface RefundRequest {
  reference: string;
  otherReferences: readonly string[];
  paymentKey: string;
  amount: Kobo;
  reason: string;
  /** When it was requested; the bank made no refund for it before. */
  requestedAt: Date;
}

/** A refund in the bank's own record. */
export interface BankRefund {
  status: "in_progress" | "completed" | "failed";
  /** The bank's id of the refund, or ours where the bank takes it. */
  bankReference: string;
  /** The bank's own status text, cleaned. */
  detail: string;
}

/** The address and credentials with which an adapter calls its bank's API. */
export interface ProviderContext {
  credentials: Credentials;
  baseUrl: string;
  businessTimeZone: string;
  /** Lists the sub-accounts in which accounts can have been opened for organisations; only at the deployment's Nomba. */
  listSubAccounts?(): Promise<readonly string[]>;
}

/** The adapter interface of a bank. An adapter converts all bank-specific names, units and time formats. */
export interface Provider {
  name: ProviderName;
  /** Incremented when `parse` gives another result for the same bytes; stored with each notification. Starts at 1. */
  version: number;
  /** By an earlier version: converts today's message to what that version parsed, for notifications recorded by it. */
  earlierVersions?: Record<number, (message: BankMessage, notification: RawNotification) => BankMessage>;
  /** The kinds that are only stored (`docs/banks.md`). A kind that is not listed is `unrecognised`. */
  ignoredKinds: readonly string[];
  /** The largest accepted body in bytes, if verification needs parsing; default `BANK_BODY_LIMIT_BYTES`. */
  bodyLimitBytes?: number;
  /** The channels that the bank reports and `compose` supports. */
  channels: readonly SimulatedCredit["channel"][];
  /** Lower case. A notification belongs to the first configured adapter whose header it has. */
  signatureHeader: string;
  /** The format of its signatures. Any other header value is refused before the body is read. */
  signaturePattern: RegExp;
  /**
   * Whether the notification was signed with this secret, compared in constant time. Does not parse the body, except if
   * the bank signs members instead of bytes (Nomba), and then only up to `bodyLimitBytes`.
   */
  verify(notification: RawNotification, secret: string): boolean;
  /** Parses a verified notification. Never throws: returns `unreadable` if it cannot be parsed. */
  parse(notification: RawNotification, context: { businessTimeZone: string }): BankMessage;
  /** The response body that the bank requires; default: the envelope of §1 with `data: {}`. */
  acknowledge?(notification: RawNotification): unknown;
  /** The kinds among `ignoredKinds` that report that an account was not opened, and their parser; `undefined` if it is another's. */
  openingFailures?: { kinds: readonly string[]; parse(body: Buffer): OpeningFailure | undefined };
  /** Optional settings without which it only receives notifications, although it has `provisionAccount`. */
  accountSettings?: readonly CredentialName[];
  /**
   * Issues an account at the bank; the same reference returns the same account. Throws `Failure("bank_refused")` if the
   * bank refuses for good, `Failure("unavailable")` if it fails. Absent for a receive-only adapter.
   */
  provisionAccount?(request: AccountRequest, context: ProviderContext): Promise<IssuedAccount>;
  /**
   * Closes an account that we opened, so that it takes no more payments; `absent` if the bank has no such open account
   * under our reference. Irreversible. Throws like `provisionAccount`.
   */
  closeAccount?(account: ClosableAccount, context: ProviderContext): Promise<"closed" | "absent">;
  /**
   * Lists a page of the accounts of the credentials' business, also those that this service did not open. Throws like
   * `provisionAccount`. Absent if the bank documents no such list.
   */
  listAccounts?(request: AccountListRequest, context: ProviderContext): Promise<ListedAccounts>;
  /** Its payments name no account number: they are found only at accounts that we opened, so none can be attached. */
  namesNoAccountNumber?: true;
  /** Its signatures do not cover the amount: a live payment counts only once `confirm` agrees, and proves no device. */
  hasUnsignedAmounts?: true;
  /** The documented limit of the bank's API for reads, in calls a second; absent if none is documented. */
  callsPerSecond?: number;
  /** Gets the bank's own record of a payment. Throws if the bank is unreachable. */
  confirm?(paymentKey: string, context: ProviderContext): Promise<Confirmation>;
  /**
   * Lists a page of the bank's incoming payments. It begins before `since`, because a payment can reach the list late, so
   * payments are listed again. Throws like `provisionAccount`.
   */
  listSince?(request: ListRequest, context: ProviderContext): Promise<ListedPage>;
  /** How the rows of `listSince` are parsed; every adapter with `listSince` has it. */
  listFormat?: ListFormat;
  /**
   * Lists a page of the settlements that the bank has completed since shortly before `since`. Settlements are listed again,
   * because a settlement can be completed late. Throws like `provisionAccount`. Absent if the bank has no such list.
   */
  listSettlements?(request: ListRequest, context: ProviderContext): Promise<ListedSettlements>;
  /** Lists a page of the payments of a listed or reported settlement. Throws like `provisionAccount`. */
  listSettlementPayments?(
    request: SettlementPaymentsRequest,
    context: ProviderContext,
  ): Promise<SettlementPayments & { nextCursor?: string }>;
  /** Finds the settlement of one payment, at a bank without a list; `undefined` if it states none. Throws like `provisionAccount`. */
  findSettlement?(paymentKey: string, context: ProviderContext): Promise<ListedSettlement | undefined>;
  /** When the bank settles, by channel; a channel without a documented cycle is absent. */
  settlementCycles?: Partial<Record<SimulatedCredit["channel"], SettlementCycle>>;
  /**
   * Refunds a payment, in full or in part, to its payer. Sends the request once. Throws `Failure("bank_refused")` if the
   * bank refuses for good, and `Failure("unavailable")` if the outcome is unknown: then `findRefund` decides.
   */
  refund?(request: RefundRequest, context: ProviderContext): Promise<BankRefund>;
  /** Gets the bank's record of a refund; `undefined` only if the bank says that it has none. Throws like `refund`. */
  findRefund?(request: RefundRequest, context: ProviderContext): Promise<BankRefund | undefined>;
  /** Builds the bank's signed notification, for the simulator and the tests; only for channels in `channels`. */
  compose(credit: SimulatedCredit, secret: string): ComposedNotification;
  /** Whether `compose` supports pending payments. */
  supportsPending?: boolean;
  /** Builds the bank's signed notifications of a settlement. Absent if the bank reports no settlements. */
  composeSettlement?(settlement: SimulatedSettlement, secret: string): ComposedNotification[];
}
