import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, readAsOrganisation, systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { signingSecrets, webhookAttempts, webhookDeliveries } from "@/lib/db/schema";
import { decryptSigningSecrets } from "@/lib/security/signing-secret";
import { decryptHeaders } from "../attempts/custom-headers";
import { signEvent } from "../attempts/sign";
import type { Delivery } from "../contract";
import { readEventPayments } from "./event-payments";
import { type EventRow, eventColumns } from "./event-row";
import { OUTCOME_BY_STATE } from "./list";
import { findAccount, maskBody, maskExcerpt } from "./mask";

type Facts = EventRow & RowOf<typeof webhookDeliveries, "body" | "dueAt" | "isOrganisationWide">;

type AttemptRow = RowOf<
  typeof webhookAttempts,
  "number" | "startedAt" | "durationMs" | "status" | "error" | "excerpt"
> & { url: string | null; headers: string | null; endpointId: Id<"webhookEndpoint"> | null };

type Secret = RowOf<typeof signingSecrets, "secret" | "createdAt" | "retiresAt">;

/**
 * Gets an outgoing event of a session with every attempt, and the body and headers that were sent. The payer's account
 * number is masked to its last four digits. Throws `Failure("not_found")`.
 */
export async function getDelivery(
  scope: Scope,
  sessionId: Id<"session">,
  deliveryId: Id<"delivery">,
): Promise<z.output<typeof Delivery>> {
  const delivery = await readDelivery(scope, sessionId, deliveryId);
  const account = findAccount(delivery.body);
  return {
    ...delivery,
    body: maskBody(delivery.body),
    attempts: delivery.attempts.map((one) => ({
      ...one,
      excerpt: one.excerpt && maskExcerpt(one.excerpt, account),
    })),
  };
}

/** The same with the full account number; writes an audit entry. Throws `Failure("not_found")`. */
export async function revealDelivery(
  scope: Scope,
  sessionId: Id<"session">,
  deliveryId: Id<"delivery">,
): Promise<z.output<typeof Delivery>> {
  const delivery = await readDelivery(scope, sessionId, deliveryId);
  await asOrganisationTx(scope.organisationId, (db) =>
    recordAudit(db, scope, {
      action: "revealed_account",
      subject: delivery.transaction_id ?? deliveryId,
      sessionId,
      details: { delivery: deliveryId },
    }),
  );
  return delivery;
}

async function readDelivery(
  scope: Scope,
  sessionId: Id<"session">,
  deliveryId: Id<"delivery">,
): Promise<z.output<typeof Delivery>> {
  const { organisationId, mode } = scope;
  const { delivery, attempts, payment } = await readAsOrganisation(scope, async (db) => {
    const [[found], sent] = await Promise.all([
      db.sql<Facts[]>`
        select ${eventColumns(db)}, d.body, d.due_at, d.is_organisation_wide
        from webhook_deliveries d join webhook_endpoints e on e.id = d.webhook_endpoint_id
        where d.session_id = ${sessionId} and d.id = ${deliveryId} and d.organisation_id = ${organisationId}
          and d.mode = ${mode}`,
      db.sql<AttemptRow[]>`
        select number, started_at, duration_ms, status, error, excerpt, e.id as endpoint_id, e.url, e.headers
        from webhook_attempts a left join webhook_endpoints e on e.id = a.webhook_endpoint_id
        where session_id = ${sessionId} and delivery_id = ${deliveryId} and a.organisation_id = ${organisationId}
        order by number`,
    ]);
    const transactionId = found?.transactionId;
    const payments = await readEventPayments(db, sessionId, transactionId ? [transactionId] : []);
    return { delivery: found, attempts: sent, payment: transactionId && payments.get(transactionId) };
  });
  if (!delivery) throw notFound("event");
  const secrets = await listAllSecrets(
    organisationId,
    delivery.isOrganisationWide ? delivery.endpointId : null,
  );
  return {
    ...toFactsJson(delivery, attempts.at(-1)),
    amount: payment?.amount ?? null,
    payer: payment?.senderName ?? null,
    channel: payment?.channel ?? null,
    url: delivery.url,
    body: delivery.body,
    due_at: delivery.state === "pending" ? delivery.dueAt : null,
    attempts: attempts.map((one) => ({
      number: one.number,
      started_at: one.startedAt,
      duration_ms: one.durationMs,
      status: one.status,
      error: one.error,
      excerpt: one.excerpt && toText(one.excerpt),
      url: one.url ?? delivery.url,
      headers: { ...nameCustomHeaders(one), ...computeHeaders(delivery, one.startedAt, secrets) },
    })),
  };
}

const toFactsJson = (facts: Facts, last: AttemptRow | undefined) => ({
  id: facts.id,
  session_id: facts.sessionId,
  event_type: facts.eventType,
  transaction_id: facts.transactionId,
  transaction_status: facts.transactionStatus,
  subject_id: facts.subjectId,
  subject_state: facts.subjectState,
  outcome: OUTCOME_BY_STATE[facts.state],
  response: last?.status ?? null,
  duration_ms: last?.durationMs ?? null,
  sent_at: last?.startedAt ?? null,
  created_at: facts.createdAt,
  endpoint_name: facts.isOrganisationWide ? facts.endpointName || new URL(facts.url).host : null,
  may_replay: !facts.isRemoved,
});

/** The names of the endpoint's present custom headers; their values are never shown. */
function nameCustomHeaders({ endpointId, headers }: AttemptRow): Record<string, string> {
  const names = endpointId ? Object.keys(decryptHeaders(endpointId, headers) ?? {}) : [];
  return Object.fromEntries(names.map((name) => [name, "••••••"]));
}

/**
 * Lists all signing secrets of the organisation, or of its organisation-wide endpoint, retired ones included, the newest
 * first.
 */
async function listAllSecrets(
  organisationId: Id<"organisation">,
  endpointId: Id<"webhookEndpoint"> | null,
): Promise<Secret[]> {
  const stored = await systemDb().sql<Secret[]>`
    select secret, created_at, retires_at from signing_secrets
    where organisation_id = ${organisationId} and webhook_endpoint_id is not distinct from ${endpointId}
    order by id desc`;
  return stored.flatMap((row) =>
    decryptSigningSecrets(organisationId, [row.secret]).map((secret) => ({ ...row, secret })),
  );
}

/** Recomputes the headers of an attempt from the id, the body, its time and the secrets in force at that time. */
function computeHeaders({ id, body }: Facts, at: Date, secrets: Secret[]): Record<string, string> {
  const inForce = secrets.filter(
    ({ createdAt, retiresAt }) => createdAt <= at && (retiresAt === null || retiresAt > at),
  );
  return {
    "content-type": "application/json",
    "user-agent": "Takings",
    ...signEvent(
      id,
      body,
      inForce.map(({ secret }) => secret),
      at,
    ),
  };
}

/** Decodes the first bytes of a response as UTF-8; invalid bytes become the replacement character. */
const toText = (excerpt: Buffer) => excerpt.toString("utf8");
