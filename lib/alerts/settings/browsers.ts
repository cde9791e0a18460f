import type { z } from "zod";
import { Failure, invalid, notFound } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import { requireActor, type Scope } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { pushSubscriptions } from "@/lib/db/schema";
import { findWebhookUrlError } from "@/lib/security/outbound/outbound-address";
import type { PushSubscriptionInput } from "../contract";
import { MAX_BROWSERS } from "../labels";
import { watchOrganisation } from "../loop";
import { encryptSubscription, hashEndpoint } from "../sending/push";

const MAX_AGENT_LENGTH = 300;
/** An uncompressed point of P-256, and the authentication secret (RFC 8291 §2.1). */
const POINT_BYTES = 65;
const AUTH_BYTES = 16;

type Input = z.output<typeof PushSubscriptionInput>;

/** Lists the browsers in which the caller has turned on push messages, the latest first. */
export function listBrowsers(scope: Scope) {
  return systemDb().sql<RowOf<typeof pushSubscriptions, "id" | "agent" | "endpointHash" | "createdAt">[]>`
    select id, agent, endpoint_hash, created_at from push_subscriptions
    where member_id = ${requireActor(scope).memberId} and organisation_id = ${scope.organisationId} order by id desc`;
}

/** Throws `Failure("invalid_request")` for an endpoint that is not allowed, or for invalid keys. */
function requireSubscription({ endpoint, keys }: Input): void {
  const fault = findWebhookUrlError(endpoint);
  if (fault) throw invalid("/endpoint", `endpoint ${fault}`);
  const lengthOf = (text: string) => Buffer.from(text, "base64url").length;
  if (lengthOf(keys.p256dh) !== POINT_BYTES || Buffer.from(keys.p256dh, "base64url")[0] !== 4)
    throw invalid("/keys/p256dh", "must be an uncompressed point of P-256 in base64url");
  if (lengthOf(keys.auth) !== AUTH_BYTES) throw invalid("/keys/auth", "must be 16 bytes in base64url");
}

/**
 * Turns on push messages in a browser; a repeat replaces its keys. A browser that another person used before no longer gets
 * that person's messages. Returns the id of the browser. Throws `Failure("invalid_request")` for an endpoint that is not
 * allowed, and `Failure("conflict")` if the member has ten browsers.
 */
export async function addBrowser(scope: Scope, input: Input): Promise<Id<"pushSubscription">> {
  requireSubscription(input);
  const memberId = requireActor(scope).memberId;
  const endpointHash = hashEndpoint(input.endpoint);
  const subscription = { endpoint: input.endpoint, keys: input.keys };
  return systemTx(async (db) => {
    await db.sql`select from members where id = ${memberId} for no key update`;
    await removeFromOthers(db, memberId, endpointHash);
    const existing = await db.sql<RowOf<typeof pushSubscriptions, "id" | "endpointHash">[]>`
      select id, endpoint_hash from push_subscriptions where member_id = ${memberId}`;
    const own = existing.find((one) => one.endpointHash === endpointHash);
    if (!own && existing.length >= MAX_BROWSERS)
      throw new Failure("conflict", {
        detail: `Push messages are on in ${MAX_BROWSERS} browsers already. Remove one first.`,
      });
    const id = own?.id ?? newId("pushSubscription");
    await db.sql`
      insert into push_subscriptions (id, organisation_id, member_id, endpoint_hash, subscription, agent)
      values (${id}, ${scope.organisationId}, ${memberId}, ${endpointHash}, ${encryptSubscription(id, subscription)},
        ${(input.agent ?? "").slice(0, MAX_AGENT_LENGTH)})
      on conflict (id) do update set subscription = excluded.subscription, agent = excluded.agent`;
    await watchOrganisation(db, scope.organisationId);
    return id;
  });
}

/** Deletes the subscriptions that other people made in the same browser; those of the person's other organisations stay. */
async function removeFromOthers({ sql }: Db, memberId: Id<"member">, endpointHash: string): Promise<void> {
  await sql`
    delete from push_subscriptions s using members theirs, members own
    where s.endpoint_hash = ${endpointHash} and theirs.id = s.member_id and own.id = ${memberId}
      and theirs.person_id is distinct from own.person_id`;
}

/** Turns off push messages in one of the caller's browsers. Throws `Failure("not_found")`. */
export async function removeBrowser(scope: Scope, id: Id<"pushSubscription">): Promise<void> {
  const removed = await systemDb().sql`
    delete from push_subscriptions
    where id = ${id} and member_id = ${requireActor(scope).memberId} and organisation_id = ${scope.organisationId} returning id`;
  if (removed.length === 0) throw notFound("browser");
}
