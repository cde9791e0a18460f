import type { Db } from "@/lib/db/client";

/**
 * The SQL query of the stored secrets that sign the events of the webhook endpoint `e` now, the newest first: the
 * organisation's for a `webhook_url`, its own for an organisation-wide endpoint.
 */
export const secretsOf = ({ sql }: Pick<Db, "sql">) => sql`
  select secret from signing_secrets k
  where k.organisation_id = e.organisation_id and (retires_at is null or retires_at > now())
    and k.webhook_endpoint_id is not distinct from case when e.event_types is not null then e.id end
  order by retires_at desc nulls first, id desc`;
