import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/errors/assert";
import { Failure, invalid, notFound } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Caller, KeyLimits, Mode } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { apiKeys, organisations } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { hashOfApiKey, hintOfApiKey, newApiKey } from "@/lib/security/api-key";
import { MAX_OVERLAP_HOURS } from "../contract";
import { ensureOrganisation } from "../organisation";
import { describeLimits, UNLIMITED } from "./key-limits";
import { listSigningSecrets } from "./secrets";

const HOUR_MS = 3_600_000;
/** How long a rotated key stays valid by default, so that its holder can change over. */
export const KEY_OVERLAP_MS = 24 * HOUR_MS;

/** A new key with its signing secret. The key itself is returned only here; the database stores its hash. */
export interface IssuedKey {
  organisationId: Id<"organisation">;
  keyId: Id<"apiKey">;
  apiKey: string;
  signingSecret: string;
}

/** A stored key, without the key itself. */
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
  /** Default: reads and writes, from any address. */
  limits?: KeyLimits;
  /** Display name. */
  name?: string;
  /** Name of the member who issued it; absent if the command line did. */
  issuedBy?: string;
  /** Absent: the key does not expire. */
  expiresAt?: Date;
}

/** Inserts a new key in the caller's SQL transaction. Throws `Failure("conflict")` if no signing secret can be decrypted. */
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
  const [current] = await listSigningSecrets(organisationId, db);
  if (!current) {
    throw new Failure("conflict", {
      detail:
        "The organisation's signing secret cannot be decrypted with ENCRYPTION_KEY. Set the key that it was encrypted " +
        "with, or replace the secret: takings secrets rotate",
    });
  }
  return { organisationId, keyId, apiKey, signingSecret: current.secret };
}

/**
 * Issues an API key to the organisation with this name and creates the organisation if it does not exist (§5).
 * Throws `Failure("invalid_request")` for a live key in the sandbox, where no money is real.
 */
export async function issueApiKey(
  { organisation, mode, limits = UNLIMITED }: { organisation: string; mode: Mode; limits?: KeyLimits },
  asker: Caller = {},
): Promise<IssuedKey> {
  requireModeAllowed(mode);
  return systemTx(async (db) => {
    const organisationId = await ensureOrganisation(db, organisation);
    const issued = await insertKey(db, { organisationId, mode, limits });
    const details = { mode, ...describeLimits(limits) };
    const entry = { action: "issued_key", subject: issued.keyId, details } as const;
    await recordAudit(db, { ...asker, organisationId }, entry);
    return issued;
  });
}

/** Throws `Failure("invalid_request")` for a live key in the sandbox, where no money is real. */
export function requireModeAllowed(mode: Mode): void {
  if (mode === "live" && env().bankMode === "sandbox")
    throw invalid("/mode", "Live keys need BANK_MODE=live: in the sandbox every key is a test key.");
}

/** Lists all keys or those of one organisation, including revoked and expired ones, oldest first. */
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

/** Selects a key by id, optionally only within one organisation and one mode. */
export interface ApiKeySelector {
  keyId: Id<"apiKey">;
  organisationId?: Id<"organisation">;
  /** Absent: either mode. */
  mode?: Mode;
}

const matchesKey = ({ keyId, organisationId, mode }: ApiKeySelector) =>
  and(
    eq(apiKeys.id, keyId),
    organisationId && eq(apiKeys.organisationId, organisationId),
    mode && eq(apiKeys.mode, mode),
  );

/**
 * Revokes a key and records it in the audit log. Revoking it again keeps the first time. Throws `Failure("not_found")`.
 */
export async function revokeApiKey(
  which: ApiKeySelector,
  asker: Caller = {},
): Promise<{ keyId: Id<"apiKey">; revokedAt: Date }> {
  const { keyId } = which;
  return systemTx(async (db) => {
    const [revoked] = await db.orm
      .update(apiKeys)
      .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
      .where(matchesKey(which))
      .returning({ revokedAt: apiKeys.revokedAt, organisationId: apiKeys.organisationId });
    if (!revoked) throw notFound("API key");
    const { organisationId, revokedAt } = revoked;
    await recordAudit(db, { ...asker, organisationId }, { action: "revoked_key", subject: keyId });
    return { keyId, revokedAt: assertDefined(revokedAt, "it was set just now") };
  });
}

/** A key that replaces another, and when the replaced key expires. */
type ReplacementKey = IssuedKey & { name: string; oldKeyExpiresAt: Date };

/**
 * Issues a new key with the organisation, mode, scope and allowed addresses of the old one, and records it in the audit
 * log. The old key stays valid for `overlapMs` (0: not at all) or until its own expiry, if that is earlier. The new key
 * takes the old key's name; ", old" is appended to the old key's name. Throws `Failure("not_found")`,
 * `Failure("conflict")` if the old key is revoked or expired, and `Failure("invalid_request")` for an overlap of more
 * than a week.
 */
export async function rotateApiKey(
  { overlapMs = KEY_OVERLAP_MS, ...which }: ApiKeySelector & { overlapMs?: number },
  asker: Caller = {},
): Promise<ReplacementKey> {
  if (overlapMs > MAX_OVERLAP_HOURS * HOUR_MS)
    throw invalid("/overlap", `The old key can stay valid for ${MAX_OVERLAP_HOURS}h at most.`);
  return systemTx(async (db) => {
    const replacement = await replaceKey(db, which, { overlapMs, issuedBy: issuerName(asker) });
    const { organisationId, name } = replacement;
    const details = { name, overlap: `${overlapMs / HOUR_MS} h` };
    await recordAudit(
      db,
      { ...asker, organisationId },
      { action: "rotated_key", subject: which.keyId, details },
    );
    return replacement;
  });
}

/** The name or e-mail address of the member who issues a key; empty for the command line. */
export const issuerName = ({ actor }: Caller) => actor?.name || actor?.email || "";

async function replaceKey(
  db: Db,
  which: ApiKeySelector,
  { overlapMs, issuedBy }: { overlapMs: number; issuedBy: string },
): Promise<ReplacementKey> {
  const [old] = await db.orm
    .select({
      organisationId: apiKeys.organisationId,
      mode: apiKeys.mode,
      name: apiKeys.name,
      limits: { scope: apiKeys.scope, allowedAddresses: apiKeys.allowedAddresses },
    })
    .from(apiKeys)
    .where(matchesKey(which))
    .for("update");
  if (!old) throw notFound("API key");
  const [replaced] = await db.orm
    .update(apiKeys)
    .set({
      name: old.name && `${old.name.replace(OLD_SUFFIX, "")}, old`,
      expiresAt: sql`least(${apiKeys.expiresAt}, now() + make_interval(secs => ${overlapMs / 1000}::float8))`,
    })
    .where(
      and(
        matchesKey(which),
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

/** The suffix of a replaced key's name; it is never appended twice. */
const OLD_SUFFIX = /, old$/;
