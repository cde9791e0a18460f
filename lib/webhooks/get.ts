import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, asOrganisationTx, systemDb } from "@/lib/db/client";
import { decryptSigningSecrets } from "@/lib/security/signing-secret";
import type { Delivery } from "./contract";
import { type DeliveryFacts, deliveryFacts, deliveryFactsJoins, presentFacts } from "./list";
import { accountIn, maskBody, maskExcerpt } from "./mask";
import { signEvent } from "./sign";

interface Facts extends DeliveryFacts {
  url: string;
  body: string;
  dueAt: Date;
}

interface Try {
  number: number;
  startedAt: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
  excerpt: Buffer | null;
}

interface Secret {
  secret: string;
  createdAt: Date;
  retiresAt: Date | null;
}

/**
 * Gets an outgoing event of a session with every try, the body and the headers as they were sent, but for the payer's
 * account number: its last four digits alone. Throws `Failure("not_found")`.
 */
export async function getDelivery(
  scope: Scope,
  sessionId: Id<"session">,
  deliveryId: Id<"delivery">,
): Promise<z.output<typeof Delivery>> {
  const delivery = await readDelivery(scope, sessionId, deliveryId);
  const account = accountIn(delivery.body);
  return {
    ...delivery,
    body: maskBody(delivery.body),
    attempts: delivery.attempts.map((one) => ({
      ...one,
      excerpt: one.excerpt && maskExcerpt(one.excerpt, account),
    })),
  };
}

/** The same with the whole account number, and records who looked. Throws `Failure("not_found")`. */
export async function revealDelivery(
  scope: Scope,
  sessionId: Id<"session">,
  deliveryId: Id<"delivery">,
): Promise<z.output<typeof Delivery>> {
  const delivery = await readDelivery(scope, sessionId, deliveryId);
  await asOrganisationTx(scope.organisationId, (db) =>
    recordAudit(db, scope, {
      action: "revealed_account",
      subject: delivery.transaction_id,
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
  const [[facts], tries] = await asOrganisation(organisationId, async (db) =>
    Promise.all([
      db.sql<Facts[]>`
        select ${deliveryFacts(db)}, e.url, d.body, d.due_at as "dueAt"
        from deliveries d join endpoints e on e.id = d.endpoint_id ${deliveryFactsJoins(db)}
        where d.session_id = ${sessionId} and d.id = ${deliveryId} and d.organisation_id = ${organisationId}
          and d.mode = ${mode}`,
      db.sql<Try[]>`
        select number, started_at as "startedAt", duration_ms as "durationMs", status, error, excerpt
        from delivery_attempts
        where session_id = ${sessionId} and delivery_id = ${deliveryId} and organisation_id = ${organisationId}
        order by number`,
    ]),
  );
  if (!facts) throw notFound("event");
  const secrets = await everySecret(organisationId);
  return {
    ...presentFacts(facts),
    url: facts.url,
    body: facts.body,
    due_at: facts.state === "pending" ? facts.dueAt : null,
    attempts: tries.map((one) => ({
      number: one.number,
      started_at: one.startedAt,
      duration_ms: one.durationMs,
      status: one.status,
      error: one.error,
      excerpt: one.excerpt && asText(one.excerpt),
      headers: headersOf(facts, one.startedAt, secrets),
    })),
  };
}

/** Every secret that has signed, the newest first. */
async function everySecret(organisationId: Id<"organisation">): Promise<Secret[]> {
  const stored = await systemDb().sql<Secret[]>`
    select secret, created_at as "createdAt", retires_at as "retiresAt" from signing_secrets
    where organisation_id = ${organisationId} order by id desc`;
  return stored.flatMap((row) =>
    decryptSigningSecrets(organisationId, [row.secret]).map((secret) => ({ ...row, secret })),
  );
}

/** The headers of a try: what was sent then follows from the id, the body, the time and the secrets of that time. */
function headersOf({ id, body }: Facts, at: Date, secrets: Secret[]): Record<string, string> {
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

/** What an answer's first bytes say, read as UTF-8; whatever is none shows as a mark. */
const asText = (excerpt: Buffer) => excerpt.toString("utf8");
