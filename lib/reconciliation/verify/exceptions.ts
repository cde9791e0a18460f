import { isDeepStrictEqual } from "node:util";
import type { BankMessage, BankSettlement } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Db } from "@/lib/db/client";
import type { ExceptionReason } from "@/lib/db/schema";
import { bodyDigest, parseCredit } from "@/lib/exceptions";
import { type Difference, inScope } from "./difference";
import { NotificationReader, type Stored } from "./read";

const PAGE = 500;

interface Row extends Stored {
  id: Id<"exception">;
  sessionId: Id<"session"> | null;
  reason: ExceptionReason;
  subject: string;
  amount: Kobo;
  recordedAmount: Kobo | null;
  credit: unknown;
  resolvedAt: Date | null;
  createdAt: Date;
  resolution: string | null;
  transactionId: Id<"transaction"> | null;
  /** Of the transaction that it names; null where that does not exist. */
  recorded: { key: string; amount: string; status: string; session: string } | null;
  isRetired: boolean;
  isSessionClosed: boolean;
  hasPrevious: boolean;
}

/** The reasons that a message of each kind can have. */
const REASONS: Record<BankMessage["kind"], readonly ExceptionReason[]> = {
  credit: [
    "unknown_destination",
    "session_closed",
    "conflicting_repeat",
    "contradicting_status",
    "unsupported_channel",
    "unsupported_currency",
    "not_confirmed",
  ],
  settlement: ["settlement_mismatch", "settlement_unreported", "settlement_unreadable"],
  reversal: ["reversal"],
  ignored: [],
  unrecognised: ["unrecognised"],
  unreadable: ["unreadable"],
};

/** Compares each exception with its notification and its transaction, and its resolution with itself. */
export async function exceptions(db: Db, sessionId?: Id<"session">): Promise<Difference[]> {
  const reader = new NotificationReader();
  const found: Difference[] = [];
  for (let last = ""; ; ) {
    const page = await readPage(db, sessionId, last);
    for (const row of page) {
      const message = row.body ? reader.read(row) : undefined;
      const values = [...inRow(row), ...(message ? inMessage(row, message) : [])];
      for (const [what, kept, derived] of values) {
        if (kept !== derived)
          found.push({
            sessionId: row.sessionId,
            what: `${what} of ${row.id}`,
            kept: String(kept),
            derived: String(derived),
          });
      }
    }
    last = page.at(-1)?.id ?? "";
    if (page.length < PAGE) return [...found, ...reader.differences()];
  }
}

type Value = [what: string, kept: unknown, derived: unknown];

/** The reasons that name a recorded transaction from the start. */
const OF_TRANSACTION: readonly ExceptionReason[] = [
  "conflicting_repeat",
  "contradicting_status",
  "not_confirmed",
];

function inRow(row: Row): Value[] {
  const { recorded, reason, resolution } = row;
  const isOfTransaction = OF_TRANSACTION.includes(reason);
  return [
    ["resolution", resolution !== null, row.resolvedAt !== null],
    ["time of resolution", row.resolvedAt !== null && row.resolvedAt < row.createdAt, false],
    ["previous exception", row.hasPrevious, true],
    ["transaction", row.transactionId !== null, recorded !== null],
    [
      "need of a transaction",
      row.transactionId !== null || !(isOfTransaction || resolution === "assigned"),
      true,
    ],
    ["key of the transaction", recorded?.key ?? row.subject, row.subject],
    ...(isOfTransaction || (reason === "settlement_mismatch" && row.transactionId !== null)
      ? ([["recorded amount", String(row.recordedAmount), recorded?.amount]] as Value[])
      : []),
    ...(reason === "unknown_destination"
      ? ([["session", row.sessionId, resolution === "assigned" ? recorded?.session : null]] as Value[])
      : []),
    ...(reason === "session_closed"
      ? ([["closed session", row.sessionId !== null && row.isSessionClosed, true]] as Value[])
      : []),
  ];
}

function inMessage(row: Row, message: BankMessage): Value[] {
  const reasons = REASONS[message.kind];
  const subjects = subjectsOf(row, message);
  const isKnownReason = reasons.includes(row.reason);
  return [
    ["reason", row.reason, isKnownReason ? row.reason : reasons.join(" or ")],
    ["subject", row.subject, subjects.includes(row.subject) ? row.subject : subjects.join(" or ")],
    ...(isKnownReason ? factsOf(row, message) : []),
  ];
}

function subjectsOf(row: Row, message: BankMessage): string[] {
  if (message.kind === "credit") return [message.paymentKey];
  if (message.kind === "reversal") return message.paymentKeys;
  if (message.kind !== "settlement") return [bodyDigest(row.body).toString("hex")];
  if (row.reason === "settlement_unreadable")
    return message.unreadableLines.map(({ index }) => `${message.reference} line ${index + 1}`);
  return message.lines.map(({ paymentKey }) => paymentKey);
}

function factsOf(row: Row, message: BankMessage): Value[] {
  switch (message.kind) {
    case "credit":
      return row.reason === "not_confirmed" ? [["credit", row.credit, null]] : creditFacts(row, message);
    case "settlement":
      return settlementFacts(row, message);
    case "reversal":
      return [
        ["credit", row.credit, null],
        ["amount", row.amount, message.amount ?? 0n],
        ["recorded amount", row.recordedAmount, null],
      ];
    case "unrecognised":
      return [
        ["credit", row.credit, null],
        ["amount", row.amount, message.amount ?? 0n],
        ["recorded amount", row.recordedAmount, null],
      ];
    default:
      return [
        ["credit", row.credit, null],
        ["amount", row.amount, 0n],
        ["recorded amount", row.recordedAmount, null],
      ];
  }
}

function creditFacts(row: Row, message: Extract<BankMessage, { kind: "credit" }>): Value[] {
  const { event, ...credit } = message;
  const isUnsupported = message.currency !== "NGN" || message.channel === "unsupported";
  const unsupported = message.currency === "NGN" ? "unsupported_channel" : "unsupported_currency";
  const isSaidUnsupported = row.reason.startsWith("unsupported_");
  const isAnother = message.amount.toString() !== row.recorded?.amount;
  return [
    ["amount", row.amount, message.amount],
    ["credit", isSameCredit(row.credit, credit), true],
    ...(OF_TRANSACTION.includes(row.reason)
      ? []
      : ([["recorded amount", row.recordedAmount, null]] as Value[])),
    ...(OF_TRANSACTION.includes(row.reason)
      ? ([
          ["contradiction", row.reason === "contradicting_status" && isAnother && !row.isRetired, false],
        ] as Value[])
      : ([
          ["reason", isSaidUnsupported ? row.reason : "supported", isUnsupported ? unsupported : "supported"],
        ] as Value[])),
  ];
}

/** Compared without the members that are absent on one side only by being undefined. */
function isSameCredit(stored: unknown, credit: object): boolean {
  try {
    return isDeepStrictEqual(defined(parseCredit(stored)), defined(credit));
  } catch {
    return false;
  }
}

const defined = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));

function settlementFacts(row: Row, message: BankSettlement): Value[] {
  const stated =
    row.reason === "settlement_unreadable"
      ? message.unreadableLines
          .filter(({ index }) => row.subject === `${message.reference} line ${index + 1}`)
          .map(({ amount }) => amount ?? 0n)
      : message.lines
          .filter(({ paymentKey }) => paymentKey === row.subject)
          .map(({ gross, net }) => gross ?? net ?? 0n);
  const amount = stated.includes(row.amount) ? row.amount : stated.join(" or ");
  return [
    ["credit", row.credit, null],
    ["amount", row.amount, amount],
    ...(row.reason === "settlement_mismatch"
      ? ([["other amount", row.recordedAmount !== null, true]] as Value[])
      : ([["recorded amount", row.recordedAmount, null]] as Value[])),
  ];
}

function readPage(db: Db, sessionId: Id<"session"> | undefined, last: string) {
  return db.sql<Row[]>`
    select c.id, c.session_id as "sessionId", c.reason, c.subject, c.amount, c.recorded_amount as "recordedAmount", c.credit,
      c.resolved_at as "resolvedAt", c.created_at as "createdAt", c.resolution, c.transaction_id as "transactionId",
      n.provider, n.adapter_version as "adapterVersion", n.body,
      case when t.id is not null and t.mode = c.mode and t.bank_connection_id = c.bank_connection_id then json_build_object(
        'key', t.payment_key, 'amount', t.amount::text, 'status', t.status, 'session', t.session_id) end as recorded,
      exists (select from retired_payments r where r.transaction_id = c.transaction_id) as "isRetired",
      coalesce(k.status = 'closed', false) as "isSessionClosed",
      c.previous_id is null or exists (select from exceptions p where p.id = c.previous_id and p.id <> c.id and p.mode = c.mode
        and p.bank_connection_id = c.bank_connection_id and p.subject = c.subject and p.resolved_at is not null) as "hasPrevious"
    from exceptions c
    left join notices n on n.id = c.notice_id
    left join transactions t on t.id = c.transaction_id
    left join session_counters k on k.session_id = c.session_id
    where ${inScope(db, sessionId)} and c.id > ${last} order by c.id limit ${PAGE}`;
}
