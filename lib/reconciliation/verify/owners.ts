import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { type Difference, inScope } from "./difference";

/** Every table whose rows name a session and its organisation. */
const OWNED = [
  "transactions",
  "session_totals",
  "settlement_totals",
  "session_counters",
  "terminals",
  "catalogues",
  "catalogue_minutes",
  "catalogue_pending",
  "retired_payments",
  "confirmations",
  "deliveries",
  "delivery_attempts",
  "notices",
  "exceptions",
  "reversals",
];

/** Checks that rows belong to the organisation and the mode of their session. */
export async function owners(db: Db, sessionId?: Id<"session">): Promise<Difference[]> {
  const { sql } = db;
  const found: Difference[] = [];
  for (const table of OWNED) {
    const rows = await sql<Difference[]>`
      select c.session_id as "sessionId", ${`owner of rows in ${table}`} as what,
        concat(c.count, ' of ', coalesce(c.organisation_id, 'no organisation'), ' in ', c.mode) as kept,
        concat(coalesce(s.organisation_id, 'no organisation'), ' in ', s.mode) as derived
      from (select c.session_id, c.organisation_id, c.mode, count(*) from ${sql(table)} c
        where ${inScope(db, sessionId)} group by 1, 2, 3) c
      left join sessions s using (session_id)
      where c.organisation_id is distinct from s.organisation_id or (c.session_id is not null and c.mode is distinct from s.mode)`;
    found.push(...rows);
  }
  return found;
}
