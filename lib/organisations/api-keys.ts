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

interface NewKey {
  organisationId: Id<"organisation">;
  mode: Mode;
  /** What people call it. */
  name?: string;
  /** Who issued it, by name; nobody where the command line did. */
  issuedBy?: string;
  /** Absent: good for ever. */
  expiresAt?: Date;
}

/** Makes a key inside a SQL transaction. */
export async function insertKey(db: Db, { organisationId, mode, ...rest }: NewKey): Promise<IssuedKey> {
  const apiKey = newApiKey(mode);
  const keyId = newId("apiKey");
  await db.orm.insert(apiKeys).values({
    id: keyId,
    organisationId,
    mode,
    keyHash: hashOfApiKey(apiKey),
    hint: hintOfApiKey(apiKey),
    ...rest,
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
  refuseLiveInSandbox(input.mode);
  return systemTx(async (db) =>
    insertKey(db, { organisationId: await ensureOrganisation(db, input.organisation), mode: input.mode }),
  );
}

/** Throws `Failure("invalid_request")` for a live key in the sandbox, where no money is real. */
export function refuseLiveInSandbox(mode: Mode): void {
  if (mode === "live" && env().bankMode === "sandbox")
    throw invalid("/mode", "Live keys need BANK_MODE=live: in the sandbox every key is a test key.");
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

/** Which key: any, as the command line sees them, or one of an organisation's and of one mode. */
export interface WhichKey {
  keyId: Id<"apiKey">;
  organisationId?: Id<"organisation">;
  /** Absent: of both. */
  mode?: Mode;
}

const isKey = ({ keyId, organisationId, mode }: WhichKey) =>
  and(
    eq(apiKeys.id, keyId),
    organisationId && eq(apiKeys.organisationId, organisationId),
    mode && eq(apiKeys.mode, mode),
  );

/** Makes a key good for nothing from now on; doing it again changes nothing. Throws `Failure("not_found")`. */
export async function revokeApiKey(
  which: WhichKey,
  db: Db = systemDb(),
): Promise<{ keyId: Id<"apiKey">; revokedAt: Date }> {
  const [revoked] = await db.orm
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
    .where(isKey(which))
    .returning({ revokedAt: apiKeys.revokedAt });
  if (!revoked) throw notFound("API key");
  return { keyId: which.keyId, revokedAt: present(revoked.revokedAt, "it was set just now") };
}

/**
 * Issues a new key of the same organisation and mode; the old one stays good for `overlapMs` (0: not at all), or until
 * it would have expired anyway. Throws `Failure("not_found")`, and `Failure("conflict")` where the old key is no longer
 * good.
 */
export function rotateApiKey(
  input: WhichKey & { overlapMs?: number },
): Promise<IssuedKey & { oldKeyExpiresAt: Date }> {
  return systemTx(async (db) => (await replaceKey(db, input)).issued);
}

/** The same inside a SQL transaction. The new key has the old one's name, the old one says that it is the old one. */
export async function replaceKey(
  db: Db,
  { overlapMs = KEY_OVERLAP_MS, issuedBy, ...which }: WhichKey & { overlapMs?: number; issuedBy?: string },
): Promise<{ name: string; issued: IssuedKey & { oldKeyExpiresAt: Date } }> {
  const [old] = await db.orm
    .select({ organisationId: apiKeys.organisationId, mode: apiKeys.mode, name: apiKeys.name })
    .from(apiKeys)
    .where(isKey(which))
    .for("update");
  if (!old) throw notFound("API key");
  const [replaced] = await db.orm
    .update(apiKeys)
    .set({
      name: old.name && `${old.name.replace(OLD, "")}, old`,
      expiresAt: sql`least(${apiKeys.expiresAt}, now() + make_interval(secs => ${overlapMs / 1000}::float8))`,
    })
    .where(
      and(
        isKey(which),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
      ),
    )
    .returning({ expiresAt: apiKeys.expiresAt });
  if (!replaced)
    throw new Failure("conflict", { detail: "That key is revoked or expired already. Issue a new one." });
  const issued = await insertKey(db, { ...old, issuedBy });
  const oldKeyExpiresAt = present(replaced.expiresAt, "it was set just now");
  return { name: old.name, issued: { ...issued, oldKeyExpiresAt } };
}

/** How a replaced key's name ends, once. */
const OLD = /, old$/;
