import type { BankMessage, BankReversal } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import type { NotificationOutcome } from "@/lib/db/schema";
import { bodyDigest } from "@/lib/exceptions";
import { type Difference, inScope } from "./difference";
import { NotificationReader, type Stored } from "./read";
import { differencesInSettlement } from "./settlement-lines";

/** Rows a page: a settlement's body can have megabytes. */
const PAGE = 200;

/** A stored notification that recorded no transaction. */
export interface OtherNotification extends Stored {
  id: Id<"notice">;
  sessionId: Id<"session"> | null;
  mode: string;
  bankConnectionId: Id<"bankConnection">;
  event: string;
  outcome: NotificationOutcome;
  subject: string;
}

/** What can become of each kind of message. */
const OUTCOMES: Record<BankMessage["kind"], readonly NotificationOutcome[]> = {
  credit: ["status", "exception"],
  settlement: ["settlement"],
  reversal: ["reversal"],
  ignored: ["ignored"],
  unrecognised: ["unrecognised", "exception"],
  unreadable: ["exception"],
};

/** Compares what became of every other notification with what it says: settlement lines, reversals, exceptions. */
export async function otherNotifications(db: Db, sessionId?: Id<"session">): Promise<Difference[]> {
  const reader = new NotificationReader();
  const found: Difference[] = [];
  for (let last = ""; ; ) {
    const page = await readPage(db, sessionId, last);
    for (const one of page) {
      const message = reader.read(one);
      if (!message) continue;
      found.push(...inKind(one, message));
      if (message.kind === "settlement") found.push(...(await differencesInSettlement(db, one, message)));
      if (message.kind === "reversal") found.push(...(await inReversal(db, one, message)));
    }
    last = page.at(-1)?.id ?? "";
    if (page.length < PAGE) break;
  }
  return [...found, ...reader.differences(), ...(await misplaced(db, sessionId))];
}

function inKind(one: OtherNotification, message: BankMessage): Difference[] {
  const at = (what: string, kept: string, derived: string): Difference => ({
    sessionId: one.sessionId,
    what: `${what} of ${one.id}`,
    kept,
    derived,
  });
  const subjects = subjectsOf(one, message);
  const allowed =
    message.kind === "unrecognised"
      ? [message.namesAmount ? "exception" : "unrecognised"]
      : OUTCOMES[message.kind];
  return [
    ...(allowed.includes(one.outcome) ? [] : [at("outcome", one.outcome, allowed.join(" or "))]),
    ...(subjects.includes(one.subject) ? [] : [at("key", one.subject, subjects.join(" or "))]),
    ...(message.event && message.event !== one.event ? [at("event", one.event, message.event)] : []),
  ];
}

function subjectsOf(one: OtherNotification, message: BankMessage): string[] {
  if (message.kind === "credit") return [message.paymentKey];
  if (message.kind === "settlement") return [message.reference];
  if (message.kind === "reversal") return message.paymentKeys;
  return [bodyDigest(one.body).toString("hex")];
}

function readPage(db: Db, sessionId: Id<"session"> | undefined, last: string) {
  return db.sql<OtherNotification[]>`
    select c.id, c.session_id as "sessionId", c.mode, c.bank_connection_id as "bankConnectionId", c.provider, c.event,
      c.adapter_version as "adapterVersion", c.outcome, c.payment_key as subject, c.body
    from notices c where c.outcome <> 'recorded' and ${inScope(db, sessionId)} and c.id > ${last}
    order by c.id limit ${PAGE}`;
}

interface StoredReversal {
  id: string;
  kind: string;
  stage: string;
  reference: string;
  amount: bigint;
  paymentKey: string;
  noticeId: string;
}

/** The same fact, reported before by another notification, is stored under that one. */
async function inReversal(db: Db, one: OtherNotification, message: BankReversal): Promise<Difference[]> {
  const rows = await db.sql<StoredReversal[]>`
    select id, kind, stage, reference, amount, payment_key as "paymentKey", notice_id as "noticeId" from reversals
    where mode = ${one.mode} and bank_connection_id = ${one.bankConnectionId}
      and (payment_key = any(${message.paymentKeys}) or notice_id = ${one.id})`;
  const expected = [message.reversal, message.stage, message.reference, message.amount ?? 0n].join(" ");
  const isSame = (row: StoredReversal) =>
    [row.kind, row.stage, row.reference, row.amount].join(" ") === expected &&
    message.paymentKeys.includes(row.paymentKey);
  const wrong = rows.filter((row) => row.noticeId === one.id && !isSame(row));
  const found = wrong.map((row) => ({
    sessionId: one.sessionId,
    what: `reversal ${row.id}`,
    kept: [row.kind, row.stage, row.reference, row.amount, row.paymentKey].join(" "),
    derived: `${expected} of ${message.paymentKeys.join(" or ")}`,
  }));
  if (rows.some(isSame)) return found;
  return [
    ...found,
    { sessionId: one.sessionId, what: `reversal of ${one.id}`, kept: "none", derived: expected },
  ];
}

/** Reversals and settlement lines whose notification is of another kind. */
function misplaced(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'notification of ' || c.id as what, n.outcome as kept, 'reversal' as derived
    from reversals c join notices n on n.id = c.notice_id where ${inScope(db, sessionId)} and n.outcome <> 'reversal'
    union all
    select c.session_id, 'notification of ' || c.id, n.outcome, 'settlement'
    from (select l.*, null::text as session_id from settlement_lines l) c join notices n on n.id = c.notice_id
    where ${inScope(db, sessionId)} and n.outcome <> 'settlement'`;
}
