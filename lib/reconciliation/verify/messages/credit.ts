import type { Id } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import type { RowOf } from "@/lib/db/rows";
import { CREDIT_COLUMNS, type transactions } from "@/lib/db/schema";
import type { ProviderName } from "@/lib/env";
import { destinationConnectionId, plausiblePaidAt } from "@/lib/transactions";
import type { Difference } from "../difference";
import type { Compared } from "./notifications";

/** The columns of a stored transaction that are compared. */
type ComparedColumns = RowOf<
  typeof transactions,
  | (typeof CREDIT_COLUMNS)[number]
  | "sessionId"
  | "sequence"
  | "id"
  | "mode"
  | "provider"
  | "bankConnectionId"
  | "paymentKey"
  | "amount"
  | "currency"
  | "channel"
  | "status"
  | "paidAt"
  | "paidAtIsReceipt"
  | "isConfirmationWanted"
  | "terminalId"
  | "createdAt"
  | "notificationId"
>;

/** A stored transaction with its notification and its session's account. */
export interface StoredTransaction extends ComparedColumns {
  notificationMode: Mode;
  notificationSessionId: Id<"session"> | null;
  notificationKey: string;
  notificationProvider: ProviderName;
  notificationConnectionId: Id<"bankConnection">;
  event: string;
  adapterVersion: number;
  /** Null if the notification does not exist. */
  body: Buffer | null;
  /** Whether the body was dropped, so that only the keys can be compared. */
  isBodyPastRetention: boolean;
  receivedAt: Date;
  /** The collection account of the session. */
  account: string | null;
  accountConnectionId: Id<"bankConnection"> | null;
  /** Whether a member assigned it to the session, so that its account or device is not compared. */
  isAssigned: boolean;
  /** Whether the session has a webhook endpoint, so that each status has an event. */
  hasEvents: boolean;
  hasPendingEvent: boolean;
  /** Whether a failed confirmation released its identity. */
  isRetired: boolean;
  /** Whether the bank is still queried about it. */
  isAsked: boolean;
}

/** Personal data of payers, which differences do not print. */
const PRIVATE: ReadonlySet<string> = new Set(["sender name", "sender account", "narration", "account"]);

/** Returns every stored value that differs from the notification. The status is compared in `status.ts`. */
export function differencesFromCredit(
  { row, credit }: Compared,
  terminals: readonly string[] | undefined,
): Difference[] {
  const believed = plausiblePaidAt(credit, row.receivedAt);
  return differences(row, [
    ["payment key", row.paymentKey, credit.paymentKey],
    ["amount", row.amount, credit.amount],
    ["currency", row.currency, credit.currency],
    ["channel", row.channel, credit.channel],
    ...CREDIT_COLUMNS.map((column): Comparison => [toWords(column), row[column], credit[column] ?? null]),
    ["time of payment", row.paidAt.getTime(), (believed ?? row.receivedAt).getTime()],
    ["receipt as time of payment", row.paidAtIsReceipt, believed === undefined],
    ...ofKeys(row, credit.paymentKey),
    ["event of the notification", row.event, credit.event],
    ...destination({ row, credit }, terminals ?? []),
  ]);
}

/** Returns every stored value that differs from the keys of its notification, whose body was dropped. */
export const differencesFromKeys = (row: StoredTransaction): Difference[] =>
  differences(row, ofKeys(row, row.paymentKey));

type Comparison = [what: string, kept: unknown, derived: unknown];

const ofKeys = (row: StoredTransaction, paymentKey: string): Comparison[] => [
  ["mode", row.mode, row.notificationMode],
  ["provider", row.provider, row.notificationProvider],
  ["connection", row.bankConnectionId, row.notificationConnectionId],
  ["session of the notification", row.notificationSessionId, row.sessionId],
  ["key of the notification", row.notificationKey, paymentKey],
];

const differences = (row: StoredTransaction, compared: readonly Comparison[]): Difference[] =>
  compared.flatMap(([what, kept, derived]) =>
    kept === derived ? [] : difference(row, what, String(kept), String(derived)),
  );

/** Converts `senderName` to `sender name`, and `bankRef` to `bank reference`. */
const toWords = (column: string) =>
  column.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/ ref$/, " reference");

function difference(row: StoredTransaction, what: string, kept: string, derived: string): Difference {
  const shown = PRIVATE.has(what) ? { kept: "as stored", derived: "another" } : { kept, derived };
  return { sessionId: row.sessionId, what: `${what} of ${row.id}`, ...shown };
}

/** Compares the account or terminal with the notification's, unless a member assigned the payment. */
function destination({ row, credit }: Compared, terminals: readonly string[]): Comparison[] {
  if (row.channel === "pos") {
    if (row.isAssigned && row.terminalId === null) return [];
    const terminal = terminals.includes(row.terminalId ?? "") ? row.terminalId : (terminals[0] ?? null);
    return [["terminal", row.terminalId, terminal]];
  }
  const terminal: Comparison = ["terminal", row.terminalId, null];
  if (row.isAssigned) return [terminal];
  return [
    terminal,
    // A bank can issue several numbers under our reference; a payment to one that no session has is found by the reference.
    ["account", row.account, credit.accountReference === row.sessionId ? row.account : credit.account],
    ["connection of the account", row.accountConnectionId, destinationConnectionId(row)],
  ];
}
