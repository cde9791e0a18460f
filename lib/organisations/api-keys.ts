import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/assert";
import { Failure, invalid, notFound } from "@/lib/core/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Asker, KeyLimits, Mode } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { apiKeys, organisations } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { hashOfApiKey, hintOfApiKey, newApiKey } from "@/lib/security/api-key";
import { MAX_OVERLAP_HOURS } from "./contract";
import { describeLimits, UNLIMITED } from "./key-limits";
import { ensureOrganisation } from "./organisation";
import { listSigningSecrets } from "./secrets";

const HOUR_MS = 3_600_000;
/** How long a rotated key stays good unless said otherwise, so that its holder can change over. */
export const KEY_OVERLAP_MS = 24 * HOUR_MS;

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
  scope: KeyLimits["scope"];
  allowedAddresses: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

interface NewKey {
  organisationId: Id<"organisation">;
  mode: Mode;
  /** Absent: it reads and writes, from anywhere. */
  limits?: KeyLimits;
  /** What people call it. */
  name?: string;
  /** Who issued it, by name; nobody where the command line did. */
  issuedBy?: string;
  /** Absent: good for ever. */
  expiresAt?: Date;
}

/** Makes a key inside a SQL transaction. Throws `Failure("conflict")` where no signing secret can be decrypted. */
export async function insertKey(
  db: Db,
  { organisationId, mode, limits = UNLIMITED, ...rest }: NewKey,
): Promise<IssuedKey> {
  const apiKey = newApiKey(mode);
  const keyId = newId("apiKey");
  await db.orm.insert(apiKeys).values({
    id: keyId,
    organisationId,
    mode,
    keyHash: hashOfApiKey(apiKey),
    hint: hintOfApiKey(apiKey),
    scope: limits.scope,
    allowedAddresses: [...limits.allowedAddresses],
    ...rest,
  });
  const [inForce] = await listSigningSecrets(organisationId, db);
  if (!inForce) {
    throw new Failure("conflict", {
      detail:
        "The organisation's signing secret cannot be decrypted with ENCRYPTION_KEY. Set the key that it was encrypted " +
        "with, or replace the secret: takings secrets rotate",
    });
  }
  return { organisationId, keyId, apiKey, signingSecret: inForce.secret };
}

/**
 * Issues an API key to the organisation of this name, which is made where it is new (§5).
 * Throws `Failure("invalid_request")` for a live key in the sandbox, where no money is real.
 */
export async function issueApiKey(
  { organisation, mode, limits = UNLIMITED }: { organisation: string; mode: Mode; limits?: KeyLimits },
  asker: Asker = {},
): Promise<IssuedKey> {
  refuseLiveInSandbox(mode);
  return systemTx(async (db) => {
    const organisationId = await ensureOrganisation(db, organisation);
    const issued = await insertKey(db, { organisationId, mode, limits });
    const details = { mode, ...describeLimits(limits) };
    const deed = { action: "issued_key", subject: issued.keyId, details } as const;
    await recordAudit(db, { ...asker, organisationId }, deed);
    return issued;
  });
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
      scope: apiKeys.scope,
      allowedAddresses: apiKeys.allowedAddresses,
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

/**
 * Revokes a key; doing it again changes nothing. Where a member or the command line asked, the audit log says so. Throws
 * `Failure("not_found")`.
 */
export async function revokeApiKey(
  which: WhichKey,
  asker: Asker = {},
): Promise<{ keyId: Id<"apiKey">; revokedAt: Date }> {
  const { keyId } = which;
  return systemTx(async (db) => {
    const [revoked] = await db.orm
      .update(apiKeys)
      .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
      .where(isKey(which))
      .returning({ revokedAt: apiKeys.revokedAt, organisationId: apiKeys.organisationId });
    if (!revoked) throw notFound("API key");
    const { organisationId, revokedAt } = revoked;
    await recordAudit(db, { ...asker, organisationId }, { action: "revoked_key", subject: keyId });
    return { keyId, revokedAt: assertDefined(revokedAt, "it was set just now") };
  });
}

/** A key that was issued in the place of another, and until when that one is good. */
type ReplacingKey = IssuedKey & { name: string; oldKeyExpiresAt: Date };

/**
 * Issues a new key of the same organisation, mode, scope and allowed addresses; the old one stays good for `overlapMs` (0: not at all), or until
 * it would have expired anyway. The new key has the old one's name, the old one's name then ends in "old". Where a
 * member or the command line asked, the audit log says so. Throws `Failure("not_found")`, `Failure("conflict")` where
 * the old key is no longer good, and `Failure("invalid_request")` for an overlap of more than a week.
 */
export async function rotateApiKey(
  { overlapMs = KEY_OVERLAP_MS, ...which }: WhichKey & { overlapMs?: number },
  asker: Asker = {},
): Promise<ReplacingKey> {
  if (overlapMs > MAX_OVERLAP_HOURS * HOUR_MS)
    throw invalid("/overlap", `The old key can stay good for ${MAX_OVERLAP_HOURS}h at most.`);
  return systemTx(async (db) => {
    const replacing = await replaceKey(db, which, { overlapMs, issuedBy: nameOf(asker) });
    const { organisationId, name } = replacing;
    const details = { name, overlap: `${overlapMs / HOUR_MS} h` };
    await recordAudit(
      db,
      { ...asker, organisationId },
      { action: "rotated_key", subject: which.keyId, details },
    );
    return replacing;
  });
}

/** Who issued a key, as it is listed; empty for the command line. */
export const nameOf = ({ by }: Asker) => by?.name || by?.email || "";

async function replaceKey(
  db: Db,
  which: WhichKey,
  { overlapMs, issuedBy }: { overlapMs: number; issuedBy: string },
): Promise<ReplacingKey> {
  const [old] = await db.orm
    .select({
      organisationId: apiKeys.organisationId,
      mode: apiKeys.mode,
      name: apiKeys.name,
      limits: { scope: apiKeys.scope, allowedAddresses: apiKeys.allowedAddresses },
    })
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
  const oldKeyExpiresAt = assertDefined(replaced.expiresAt, "it was set just now");
  return { ...issued, name: old.name, oldKeyExpiresAt };
}

/** How a replaced key's name ends, once. */
const OLD = /, old$/;
