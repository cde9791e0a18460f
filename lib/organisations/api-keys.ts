import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { present } from "@/lib/core/assert";
import { Failure, invalid, notFound } from "@/lib/core/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { apiKeys, organisations } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { hashOfApiKey, hintOfApiKey, newApiKey } from "@/lib/security/api-key";
import { ensureOrganisation } from "./organisation";
import { listSigningSecrets } from "./secrets";

/** How long a rotated key stays good unless said otherwise, so that its holder can change over. */
export const KEY_OVERLAP_MS = 24 * 3_600_000;

/** A new key; the only time that the key itself is shown. */
export interface IssuedKey {
  organisationId: Id<"organisation">;
  keyId: Id<"apiKey">;
  apiKey: string;
  signingSecret: string;
}

/** A key as people see it later. */
export interface ListedKey {
  keyId: Id<"apiKey">;
  organisation: string;
  mode: Mode;
  /** Its first characters. */
  hint: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** Makes a key inside a SQL transaction, good for ever or until a time. */
export async function insertKey(
  db: Db,
  organisationId: Id<"organisation">,
  mode: Mode,
  expiresAt: Date | null = null,
): Promise<IssuedKey> {
  const apiKey = newApiKey(mode);
  const keyId = newId("apiKey");
  await db.orm.insert(apiKeys).values({
    id: keyId,
    organisationId,
    mode,
    keyHash: hashOfApiKey(apiKey),
    hint: hintOfApiKey(apiKey),
    expiresAt,
  });
  const [inForce] = await listSigningSecrets(organisationId, db);
  const { secret } = present(inForce, "an organisation has a signing secret from its first moment");
  return { organisationId, keyId, apiKey, signingSecret: secret };
}

/**
 * Issues an API key to the organisation of this name, which is made where it is new (§5).
 * Throws `Failure("invalid_request")` for a live key in the sandbox, where no money is real.
 */
export async function issueApiKey(input: { organisation: string; mode: Mode }): Promise<IssuedKey> {
  if (input.mode === "live" && env().bankMode === "sandbox") {
    throw invalid("/mode", "Live keys need BANK_MODE=live: in the sandbox every key is a test key.");
  }
  return systemTx(async (db) => insertKey(db, await ensureOrganisation(db, input.organisation), input.mode));
}

/** Lists every key, or one organisation's, oldest first, the revoked and expired ones too. */
export async function listApiKeys(input: { organisation?: string } = {}): Promise<ListedKey[]> {
  return systemDb()
    .orm.select({
      keyId: apiKeys.id,
      organisation: organisations.name,
      mode: apiKeys.mode,
      hint: apiKeys.hint,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(apiKeys)
    .innerJoin(organisations, eq(organisations.id, apiKeys.organisationId))
    .where(
      input.organisation === undefined
        ? undefined
        : sql`lower(${organisations.name}) = lower(${input.organisation})`,
    )
    .orderBy(asc(apiKeys.id));
}

/** Makes a key good for nothing from now on; doing it again changes nothing. Throws `Failure("not_found")`. */
export async function revokeApiKey(input: {
  keyId: Id<"apiKey">;
}): Promise<{ keyId: Id<"apiKey">; revokedAt: Date }> {
  const [revoked] = await systemDb()
    .orm.update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
    .where(eq(apiKeys.id, input.keyId))
    .returning({ revokedAt: apiKeys.revokedAt });
  if (!revoked) throw notFound("API key");
  return { keyId: input.keyId, revokedAt: present(revoked.revokedAt, "it was set just now") };
}

/**
 * Issues a new key of the same organisation and mode; the old one stays good for `overlapMs` (0: not at all), or until
 * it would have expired anyway. Throws `Failure("not_found")`, and `Failure("conflict")` where the old key is no longer
 * good.
 */
export async function rotateApiKey(input: {
  keyId: Id<"apiKey">;
  overlapMs?: number;
}): Promise<IssuedKey & { oldKeyExpiresAt: Date }> {
  const overlapSeconds = (input.overlapMs ?? KEY_OVERLAP_MS) / 1000;
  return systemTx(async (db) => {
    const [old] = await db.orm
      .update(apiKeys)
      .set({
        expiresAt: sql`least(${apiKeys.expiresAt}, now() + make_interval(secs => ${overlapSeconds}::float8))`,
      })
      .where(
        and(
          eq(apiKeys.id, input.keyId),
          isNull(apiKeys.revokedAt),
          or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
        ),
      )
      .returning({
        organisationId: apiKeys.organisationId,
        mode: apiKeys.mode,
        expiresAt: apiKeys.expiresAt,
      });
    if (!old) throw await whyNotGood(db, input.keyId);
    const issued = await insertKey(db, old.organisationId, old.mode);
    return { ...issued, oldKeyExpiresAt: present(old.expiresAt, "it was set just now") };
  });
}

async function whyNotGood(db: Db, keyId: Id<"apiKey">): Promise<Failure> {
  const [known] = await db.orm.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, keyId));
  if (!known) return notFound("API key");
  return new Failure("conflict", { detail: "That key is revoked or expired already. Issue a new one." });
}
