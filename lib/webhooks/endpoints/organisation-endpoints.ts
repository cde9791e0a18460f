import { recordAudit } from "@/lib/audit";
import { Failure, invalid, notFound } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { EventType } from "@/lib/core/transaction";
import { type Db, systemTx } from "@/lib/db/client";
import { addSigningSecret } from "@/lib/organisations";
import { findWebhookUrlError } from "@/lib/security/outbound/outbound-address";
import { encryptHeaders, parseHeaders } from "../attempts/custom-headers";
import { failWaiting } from "./removed-endpoints";

/** What a member enters of an organisation-wide webhook endpoint. */
export interface EndpointInput {
  name: string;
  url: string;
  eventTypes: readonly EventType[];
  /** The custom headers with their values. In a change: absent leaves them as they are. */
  headers?: Record<string, string> | undefined;
}

/** Maximum organisation-wide endpoints of an organisation in one mode: every payment is sent to each of them. */
const MAX_ORGANISATION_ENDPOINTS = 20;

function requireUrl(url: string): { url: string; origin: string } {
  const fault = findWebhookUrlError(url);
  if (fault) throw invalid("/url", `url ${fault}`);
  return { url, origin: new URL(url).origin };
}

/**
 * Creates an organisation-wide webhook endpoint with a signing secret of its own. It gets the events of all sessions from
 * now on. Records it in the audit log. Returns its id. Throws `Failure("invalid_request")` for a URL or header that is not
 * allowed, `Failure("conflict")` if the organisation has 20 already.
 */
export function createOrganisationEndpoint(
  scope: Scope,
  input: EndpointInput,
): Promise<Id<"webhookEndpoint">> {
  const { organisationId, mode } = scope;
  const { url, origin } = requireUrl(input.url);
  const id = newId("webhookEndpoint");
  const headers = encryptHeaders(id, parseHeaders(input.headers ?? {}));
  return systemTx(async (db) => {
    await requireRoom(db, scope);
    await db.sql`
      insert into webhook_endpoints (id, organisation_id, mode, name, url, origin, event_types, headers)
      values (${id}, ${organisationId}, ${mode}, ${input.name}, ${url}, ${origin}, ${[...input.eventTypes]}, ${headers})`;
    await addSigningSecret(db, { organisationId, webhookEndpointId: id });
    await recordAudit(db, scope, {
      action: "added_webhook_endpoint",
      subject: id,
      details: { host: new URL(url).host, events: input.eventTypes.join(", ") },
    });
    return id;
  });
}

async function requireRoom({ sql }: Db, { organisationId, mode }: Scope): Promise<void> {
  await sql`select from organisations where id = ${organisationId} for no key update`;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from webhook_endpoints
    where organisation_id = ${organisationId} and mode = ${mode} and event_types is not null and removed_at is null
      and listening_until is null`;
  if ((row?.count ?? 0) < MAX_ORGANISATION_ENDPOINTS) return;
  throw new Failure("conflict", {
    detail: `An organisation has at most ${MAX_ORGANISATION_ENDPOINTS} webhook endpoints. Remove one first.`,
  });
}

/**
 * Changes an organisation-wide webhook endpoint. Its waiting events go to the new URL, with the same ids and bodies. Records
 * it in the audit log. Throws `Failure("invalid_request")` for a URL or header that is not allowed, `Failure("not_found")`.
 */
export function updateOrganisationEndpoint(
  scope: Scope,
  id: Id<"webhookEndpoint">,
  input: EndpointInput,
): Promise<void> {
  const { url, origin } = requireUrl(input.url);
  const headers = input.headers && encryptHeaders(id, parseHeaders(input.headers));
  return systemTx(async (db) => {
    const { sql } = db;
    const changed = await sql`
      update webhook_endpoints set name = ${input.name}, url = ${url}, origin = ${origin},
        event_types = ${[...input.eventTypes]}, headers = ${headers === undefined ? sql`headers` : headers}
      where ${isOwn(db, scope, id)}`;
    if (changed.count === 0) throw notFound("webhook endpoint");
    await recordAudit(db, scope, {
      action: "changed_webhook_endpoint",
      subject: id,
      details: { host: new URL(url).host, events: input.eventTypes.join(", ") },
    });
  });
}

/**
 * Removes an organisation-wide webhook endpoint: it gets no more events, and those that wait have failed and cannot be sent
 * again. Its events and attempts stay listed. Records it in the audit log. Throws `Failure("not_found")`.
 */
export function removeOrganisationEndpoint(scope: Scope, id: Id<"webhookEndpoint">): Promise<void> {
  return systemTx(async (db) => {
    const removed = await db.sql`
      update webhook_endpoints set removed_at = clock_timestamp(), health = 'paused', pause_reason = 'removed',
        health_since = clock_timestamp(), next_probe_at = null
      where ${isOwn(db, scope, id)}`;
    if (removed.count === 0) throw notFound("webhook endpoint");
    await failWaiting(db, id);
    await recordAudit(db, scope, { action: "removed_webhook_endpoint", subject: id });
  });
}

const isOwn = ({ sql }: Db, { organisationId, mode }: Scope, id: Id<"webhookEndpoint">) => sql`
  id = ${id} and organisation_id = ${organisationId} and mode = ${mode} and event_types is not null
  and removed_at is null and listening_until is null`;
