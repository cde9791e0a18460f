import type { z } from "zod";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { webhookEndpoints } from "@/lib/db/schema";
import { listSigningSecrets } from "@/lib/organisations";
import { decryptHeaders } from "../attempts/custom-headers";
import type { OrganisationEndpoint } from "../contract";

/** The hours of the chart. */
const HOURS = 48;
/** Counting stops here, to bound the cost. */
const MAX_COUNTED = 10_000;

interface Row
  extends RowOf<
    typeof webhookEndpoints,
    | "id"
    | "name"
    | "url"
    | "eventTypes"
    | "headers"
    | "health"
    | "healthSince"
    | "pauseReason"
    | "failures"
    | "createdAt"
  > {
  lastSuccessAt: Date | null;
  waiting: number;
  hours: { at: string; succeeded: number; failed: number; ms: number }[];
}

/**
 * Lists the organisation-wide webhook endpoints of an organisation, the oldest first, each with its health, the attempts of
 * its last 48 hours, the names of its custom headers, and the ends of the secrets that sign. No header value and no whole
 * secret is returned.
 */
export async function listOrganisationEndpoints(
  scope: Scope,
): Promise<z.output<typeof OrganisationEndpoint>[]> {
  const { organisationId, mode } = scope;
  const rows = await asOrganisation(
    organisationId,
    async ({ sql }) => sql<Row[]>`
      select id, name, url, event_types, headers, health, health_since, pause_reason, failures, created_at,
        succeeded_at as last_success_at,
        (select count(*)::int from (select from webhook_deliveries where state = 'pending' and webhook_endpoint_id = e.id
          limit ${MAX_COUNTED}) d) as waiting,
        (select coalesce(json_agg(json_build_object('at', hour, 'succeeded', succeeded, 'failed', failed, 'ms', total_ms) order by hour), '[]')
          from webhook_endpoint_hours where webhook_endpoint_id = e.id and hour > now() - make_interval(hours => ${HOURS}::int)) as hours
      from webhook_endpoints e
      where organisation_id = ${organisationId} and mode = ${mode} and event_types is not null and removed_at is null
        and listening_until is null
      order by created_at, id`,
  );
  return Promise.all(rows.map((row) => toJson(scope, row)));
}

/** Returns one of them. Throws `Failure("not_found")`. */
export async function getOrganisationEndpoint(
  scope: Scope,
  id: Id<"webhookEndpoint">,
): Promise<z.output<typeof OrganisationEndpoint>> {
  const found = (await listOrganisationEndpoints(scope)).find((one) => one.id === id);
  if (!found) throw notFound("webhook endpoint");
  return found;
}

async function toJson({ organisationId }: Scope, row: Row): Promise<z.output<typeof OrganisationEndpoint>> {
  const [current, ...older] = await listSigningSecrets({ organisationId, webhookEndpointId: row.id });
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    event_types: row.eventTypes ?? [],
    header_names: Object.keys(decryptHeaders(row.id, row.headers) ?? {}),
    health: row.health,
    since: row.healthSince,
    pause_reason: row.pauseReason,
    failures: row.failures,
    waiting_count: row.waiting,
    last_success_at: row.lastSuccessAt,
    created_at: row.createdAt,
    hours: row.hours.map(({ at, succeeded, failed, ms }) => ({
      at: new Date(at),
      succeeded,
      failed,
      mean_ms: Math.round(ms / Math.max(1, succeeded + failed)),
    })),
    secret_ends: current?.secret.slice(-4) ?? "",
    retiring: older.flatMap(({ secret, retiresAt }) =>
      retiresAt ? [{ secret_ends: secret.slice(-4), retires_at: retiresAt }] : [],
    ),
  };
}
