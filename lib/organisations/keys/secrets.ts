import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { signingSecrets } from "@/lib/db/schema";
import { decryptSigningSecrets, encryptSigningSecret, newSigningSecret } from "@/lib/security/signing-secret";

/** How long a rotated secret signs in addition to the new one, so that receivers can change over. */
const OVERLAP_HOURS = 24;

/** A secret that signs outgoing events; `retiresAt` is null for the current one. */
export interface SigningSecret {
  secret: string;
  createdAt: Date;
  retiresAt: Date | null;
}

/**
 * Lists the secrets that sign an organisation's events now, the current one first (§6, Standard Webhooks). Leaves out
 * secrets that cannot be decrypted.
 */
export async function listSigningSecrets(
  organisationId: Id<"organisation">,
  db: Db = systemDb(),
): Promise<SigningSecret[]> {
  const { secret, createdAt, retiresAt } = signingSecrets;
  const stored = await db.orm
    .select({ secret, createdAt, retiresAt })
    .from(signingSecrets)
    .where(
      and(
        eq(signingSecrets.organisationId, organisationId),
        or(isNull(retiresAt), gt(retiresAt, sql`now()`)),
      ),
    )
    .orderBy(sql`${retiresAt} desc nulls first`, desc(signingSecrets.id));
  return stored.flatMap((row) =>
    decryptSigningSecrets(organisationId, [row.secret]).map((readable) => ({ ...row, secret: readable })),
  );
}

/** Lists the secrets that sign the events of the caller's organisation now, and records the read in the audit log. */
export async function showSigningSecrets(scope: Scope): Promise<SigningSecret[]> {
  return systemTx(async (db) => {
    const secrets = await listSigningSecrets(scope.organisationId, db);
    await recordAudit(db, scope, { action: "showed_secret", subject: scope.organisationId });
    return secrets;
  });
}

/**
 * Creates a new signing secret for the caller's organisation and records it in the audit log; the old secret signs in
 * addition for another 24 hours. Returns all secrets that sign now.
 */
export async function rotateSigningSecret(scope: Scope): Promise<SigningSecret[]> {
  return systemTx(async (db) => {
    // Serialises rotations: two at once would leave two current secrets.
    await db.sql`select from organisations where id = ${scope.organisationId} for update`;
    const secrets = await rotate(db, scope.organisationId);
    await recordAudit(db, scope, { action: "rotated_secret", subject: scope.organisationId });
    return secrets;
  });
}

async function rotate(db: Db, organisationId: Id<"organisation">): Promise<SigningSecret[]> {
  await db.orm
    .update(signingSecrets)
    .set({ retiresAt: sql`now() + make_interval(hours => ${OVERLAP_HOURS}::int)` })
    .where(and(eq(signingSecrets.organisationId, organisationId), isNull(signingSecrets.retiresAt)));
  await db.orm.insert(signingSecrets).values({
    id: newId("signingSecret"),
    organisationId,
    secret: encryptSigningSecret(organisationId, newSigningSecret()),
  });
  return listSigningSecrets(organisationId, db);
}
