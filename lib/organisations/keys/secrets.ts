import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { signingSecrets } from "@/lib/db/schema";
import { decryptSigningSecrets } from "@/lib/security/signing-secret";
import { addSigningSecret, type SecretOwner } from "../organisation";

/** How long a rotated secret signs in addition to the new one, so that receivers can change over. */
const OVERLAP_HOURS = 24;

/** A secret that signs outgoing events; `retiresAt` is null for the current one. */
export interface SigningSecret {
  secret: string;
  createdAt: Date;
  retiresAt: Date | null;
}

const ownedBy = ({ organisationId, webhookEndpointId }: SecretOwner) =>
  and(
    eq(signingSecrets.organisationId, organisationId),
    webhookEndpointId
      ? eq(signingSecrets.webhookEndpointId, webhookEndpointId)
      : isNull(signingSecrets.webhookEndpointId),
  );

/**
 * Lists the secrets that sign events now, the current one first (§6, Standard Webhooks). Leaves out secrets that cannot be
 * decrypted.
 */
export async function listSigningSecrets(owner: SecretOwner, db: Db = systemDb()): Promise<SigningSecret[]> {
  const { secret, createdAt, retiresAt } = signingSecrets;
  const stored = await db.orm
    .select({ secret, createdAt, retiresAt })
    .from(signingSecrets)
    .where(and(ownedBy(owner), or(isNull(retiresAt), gt(retiresAt, sql`now()`))))
    .orderBy(sql`${retiresAt} desc nulls first`, desc(signingSecrets.id));
  return stored.flatMap((row) =>
    decryptSigningSecrets(owner.organisationId, [row.secret]).map((readable) => ({
      ...row,
      secret: readable,
    })),
  );
}

/**
 * Lists the secrets that sign the events of the caller's organisation now, or those of one of its organisation-wide
 * endpoints, and records the read in the audit log. Throws `Failure("not_found")` for an endpoint that is not the caller's.
 */
export async function showSigningSecrets(
  scope: Scope,
  webhookEndpointId?: Id<"webhookEndpoint">,
): Promise<SigningSecret[]> {
  return systemTx(async (db) => {
    await lockOwner(db, scope, webhookEndpointId);
    const secrets = await listSigningSecrets({ ...scope, webhookEndpointId }, db);
    await recordAudit(db, scope, {
      action: "showed_secret",
      subject: webhookEndpointId ?? scope.organisationId,
    });
    return secrets;
  });
}

/**
 * Creates a new signing secret for the caller's organisation, or for one of its organisation-wide endpoints, and records it
 * in the audit log; the old secret signs in addition for another 24 hours. Returns all secrets that sign now. Throws
 * `Failure("not_found")` for an endpoint that is not the caller's.
 */
export async function rotateSigningSecret(
  scope: Scope,
  webhookEndpointId?: Id<"webhookEndpoint">,
): Promise<SigningSecret[]> {
  return systemTx(async (db) => {
    const owner = { ...scope, webhookEndpointId };
    await lockOwner(db, scope, webhookEndpointId);
    await db.orm
      .update(signingSecrets)
      .set({ retiresAt: sql`now() + make_interval(hours => ${OVERLAP_HOURS}::int)` })
      .where(and(ownedBy(owner), isNull(signingSecrets.retiresAt)));
    await addSigningSecret(db, owner);
    await recordAudit(db, scope, {
      action: "rotated_secret",
      subject: webhookEndpointId ?? scope.organisationId,
    });
    return listSigningSecrets(owner, db);
  });
}

/** Locks the row of the secrets' owner, which serialises rotations: two at once would leave two current secrets. */
async function lockOwner(
  db: Db,
  { organisationId, mode }: Scope,
  webhookEndpointId: Id<"webhookEndpoint"> | undefined,
): Promise<void> {
  const rows = webhookEndpointId
    ? await db.sql`
        select from webhook_endpoints where id = ${webhookEndpointId} and organisation_id = ${organisationId}
          and mode = ${mode} and event_types is not null and removed_at is null for no key update`
    : await db.sql`select from organisations where id = ${organisationId} for no key update`;
  if (rows.count === 0) throw notFound("webhook endpoint");
}
