import { type BankMessage, originalDigest } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import type { NotificationOutcome } from "@/lib/db/schema";
import { type Difference, inScope, MAX_PAGE_BYTES, type Run, readPages } from "../difference";
import { readMessage, type Stored } from "../read";
import { type ExpectedFact, factsOf, reportMissingFacts } from "./facts";
import { type ReversalReport, reportReversals } from "./reversals";
import { reportSettlement } from "./settlement-lines";

/** Maximum rows per page. */
const PAGE = 1_000;

/** A stored notification that recorded no transaction. */
export interface OtherNotification extends Stored {
  id: Id<"notification">;
  sessionId: Id<"session"> | null;
  mode: Mode;
  bankConnectionId: Id<"bankConnection">;
  event: string;
  outcome: NotificationOutcome;
  correlationKey: string;
}

/** The possible outcomes of each kind of message. */
const OUTCOMES: Record<BankMessage["kind"], readonly NotificationOutcome[]> = {
  credit: ["status", "exception", "unrelated"],
  settlement: ["settlement"],
  reversal: ["reversal"],
  ignored: ["ignored"],
  unrecognised: ["unrecognised", "exception"],
  unreadable: ["exception"],
};

/** Compares the settlement lines, reversals and exceptions of every other notification with its body. */
export async function otherNotifications(run: Run): Promise<void> {
  for await (const page of readPages<OtherNotification>(run, (last) => readPage(run, last?.id ?? ""))) {
    let expected: ExpectedFact[] = [];
    const reversals: ReversalReport[] = [];
    for (const one of page) {
      const message = readMessage(one);
      if (!message) continue;
      run.report(differencesInKind(one, message));
      if (message.kind === "settlement")
        expected = expected.concat(await reportSettlement(run, one, message));
      else if (message.kind === "reversal") reversals.push({ one, message });
      else if (one.outcome === "exception") expected = expected.concat(factsOf(one, message));
    }
    await reportMissingFacts(run, expected.concat(await reportReversals(run, reversals)));
  }
}

function differencesInKind(one: OtherNotification, message: BankMessage): Difference[] {
  const allowed =
    message.kind === "unrecognised"
      ? [message.namesAmount ? "exception" : "unrecognised"]
      : OUTCOMES[message.kind];
  const subjects = subjectsOf(one, message);
  const compared: [what: string, kept: string, derived: readonly string[]][] = [
    ["outcome", one.outcome, allowed],
    ["key", one.correlationKey, subjects],
    ["event", one.event, [message.event]],
  ];
  return compared.flatMap(([what, kept, derived]) =>
    derived.includes(kept)
      ? []
      : { sessionId: one.sessionId, what: `${what} of ${one.id}`, kept, derived: derived.join(" or ") },
  );
}

function subjectsOf(one: OtherNotification, message: BankMessage): string[] {
  if (message.kind === "credit") return [message.paymentKey];
  if (message.kind === "settlement") return [message.reference];
  if (message.kind === "reversal") return message.paymentKeys;
  return [originalDigest(one.body)];
}

function readPage(run: Run, last: string) {
  return run.db.sql<OtherNotification[]>`
    select * from (
      select c.id, c.session_id, c.mode, c.bank_connection_id, c.provider, c.event,
        c.adapter_version, c.outcome, c.correlation_key, c.body,
        row_number() over w as nth, sum(octet_length(c.body)) over w as bytes
      from (select * from bank_notifications c where c.outcome <> 'recorded' and ${inScope(run)} and c.id > ${last}
        order by c.id limit ${PAGE}) c
      window w as (order by c.id)
    ) page
    where nth = 1 or bytes <= ${MAX_PAGE_BYTES} order by nth`;
}
