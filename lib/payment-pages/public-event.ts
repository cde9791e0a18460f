import { RequestCoalescer } from "@/lib/core/coalesce";
import { dayIn } from "@/lib/core/time";
import { screenTimeZone } from "@/lib/core/zone/zone-table";
import { systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { organisations, sessionStates, sessions, sessionVenues } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { singleton } from "@/lib/process-singleton";
import { hashToken, isToken } from "./token";

/** The account that payers transfer to, and the name that their bank shows for it. */
interface PublicAccount {
  number: string;
  bankName: string;
  name: string;
}

/** What an event says of itself in public. */
interface PublicFacts {
  name: string;
  /** The legal name of its organisation, or else the organisation's name. */
  organiser: string;
  /** The calendar day of its start in the time zone of its organisation; null without a start. */
  day: string | null;
  venue: string | null;
}

/**
 * What a stranger with the link may see of an event. Only an open live event has its account: a number of the sandbox can be
 * a real account, and a closed event takes no payment.
 */
export type PublicEvent = PublicFacts &
  ({ state: "open"; account: PublicAccount } | { state: "test" | "closed" });

type Row = RowOf<
  typeof sessions,
  "name" | "mode" | "startsAt" | "accountNumber" | "accountName" | "bankAccountName" | "bankName"
> &
  RowOf<typeof sessionStates, "status"> &
  RowOf<typeof organisations, "timeZone"> & {
    organiser: RowOf<typeof organisations, "name">["name"];
    venue: RowOf<typeof sessionVenues, "venue">["venue"] | null;
  };

/** Many people scan one poster at the same time: concurrent reads of one page are one query. */
const reads = () =>
  singleton("payment-page-reads", () => new RequestCoalescer<PublicEvent | undefined>(setImmediate));

/**
 * Finds the event of a payment page by its link's token; `undefined` for a token that is unknown, revoked or malformed, which
 * look the same.
 */
export async function findPaymentPage(token: string): Promise<PublicEvent | undefined> {
  if (!isToken(token)) return undefined;
  const hash = hashToken(token);
  return reads().run(hash, () => readPublicEvent(hash));
}

async function readPublicEvent(tokenHash: string): Promise<PublicEvent | undefined> {
  const [row] = await systemDb().sql<Row[]>`
    select s.name, p.mode, c.status, s.starts_at, s.account_number, s.account_name, s.bank_account_name, s.bank_name,
      coalesce(nullif(o.legal_name, ''), o.name) as organiser, o.time_zone, nullif(v.venue, '') as venue
    from payment_pages p join sessions s using (session_id) join session_states c using (session_id)
      join organisations o on o.id = s.organisation_id left join session_venues v using (session_id)
    where p.token_hash = ${tokenHash} and p.revoked_at is null`;
  return row && toPublicEvent(row);
}

function toPublicEvent(row: Row): PublicEvent {
  const { mode, status, accountNumber } = row;
  const facts = toFacts(row);
  if (mode === "test") return { state: "test", ...facts };
  if (status === "closed" || accountNumber === null) return { state: "closed", ...facts };
  const account = {
    number: accountNumber,
    bankName: row.bankName ?? "",
    name: row.bankAccountName || row.accountName || "",
  };
  return { state: "open", ...facts, account };
}

function toFacts({ name, organiser, startsAt, timeZone, venue }: Row): PublicFacts {
  const day = startsAt && dayIn(screenTimeZone(timeZone, env().businessTimeZone), startsAt);
  return { name, organiser, day, venue };
}
