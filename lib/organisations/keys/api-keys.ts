import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit";
import { writeDeploymentAccount } from "@/lib/bank-connections";
import { assertDefined } from "@/lib/core/errors/assert";
import { Failure, invalid, notFound } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import { type Caller, findScope, type KeyLimits, type Mode } from "@/lib/core/scope";
import { HOUR_MS } from "@/lib/core/time/durations";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { apiKeys, organisations } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { hashOfApiKey, hintOfApiKey, newApiKey } from "@/lib/security/api-key";
import { MAX_OVERLAP_HOURS } from "../contract";
import { ensureOrganisation } from "../organisation";
import { describeLimits, parseAllowedAddresses, UNLIMITED } from "./key-limits";
import { listSigningSecrets } from "./secrets";

/** How long a rotated key stays valid by default, so that its holder can change over. */
export const KEY_OVERLAP_MS = 24 * HOUR_MS;

/** A new key with its signing secret. The key itself is returned only here; the database stores its hash. */
export interface IssuedKey {
  organisationId: Id<"organisation">;
  keyId: Id<"apiKey">;
  /** Display name; "" if it has none. */
  name: string;
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
  { organisationId, mode, name = "", limits = UNLIMITED, ...rest }: NewKey,
): Promise<IssuedKey> {
  const apiKey = newApiKey(mode);
  const keyId = newId("apiKey");
  await db.orm.insert(apiKeys).values({
    id: keyId,
    organisationId,
    mode,
    name,
    keyHash: hashOfApiKey(apiKey),
    hint: hintOfApiKey(apiKey),
    scope: limits.scope,
    allowedAddresses: [...limits.allowedAddresses],
    ...rest,
  });
  const [current] = await listSigningSecrets({ organisationId }, db);
  if (!current) {
    throw new Failure("conflict", {
      detail:
        "The organisation's signing secret cannot be decrypted with ENCRYPTION_KEY. Set the key that it was encrypted " +
        "with, or replace the secret: takings secrets rotate",
    });
  }
  return { organisationId, keyId, name, apiKey, signingSecret: current.secret };
}

/** A key to issue. */
interface KeyRequest {
  mode: Mode;
  /** The name of the organisation, which is created if it does not exist; only the command line gives it. */
  organisation?: string;
  /** Display name. */
  name?: string;
  /** Default: reads and writes, from any address. */
  limits?: KeyLimits;
  /** Whether a live key of the command line allows the organisation the deployment's own account. Default: true. */
  allowsDeploymentAccount?: boolean;
}

/**
 * Issues an API key to the caller's organisation, or to the one that the command line names (§5), and records it in the
 * audit log. A live key of the command line also allows the organisation the deployment's own bank account. Throws
 * `Failure("invalid_request")` for a live key in the sandbox, where no money is real, or in a member's
 * test mode, and for malformed allowed addresses.
 */
export async function issueApiKey(
  caller: Caller,
  { organisation = "", mode, name = "", limits = UNLIMITED, allowsDeploymentAccount = true }: KeyRequest,
): Promise<IssuedKey> {
  const allowedAddresses = parseAllowedAddresses(limits.allowedAddresses);
  const key = {
    mode,
    name: name.trim(),
    limits: { ...limits, allowedAddresses },
    issuedBy: issuerName(caller),
  };
  const scope = findScope(caller);
  requireModeAllowed(mode);
  if (mode === "live" && scope?.mode === "test")
    throw invalid("/mode", "Test mode is on: leave it to issue a live key.");
  return systemTx(async (db) => {
    const organisationId = scope?.organisationId ?? (await ensureOrganisation(db, organisation));
    const issued = await insertKey(db, { organisationId, ...key });
    const details = { ...(key.name && { name: key.name }), mode, ...describeLimits(key.limits) };
    const entry = { action: "issued_key", subject: issued.keyId, details } as const;
    await recordAudit(db, { ...caller, organisationId }, entry);
    if (mode === "live" && !scope && allowsDeploymentAccount)
      await writeDeploymentAccount(db, { ...caller, organisationId }, true);
    return issued;
  });
}

/** Throws `Failure("invalid_request")` for a live key in the sandbox, where no money is real. */
function requireModeAllowed(mode: Mode): void {
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

/** The condition that a row is this key, in the caller's organisation; in test mode only test keys. */
function matchesKey(caller: Caller, keyId: Id<"apiKey">) {
  const scope = findScope(caller);
  return and(
    eq(apiKeys.id, keyId),
    scope && eq(apiKeys.organisationId, scope.organisationId),
    scope?.mode === "test" ? eq(apiKeys.mode, "test") : undefined,
  );
}

/**
 * Revokes a key in the caller's scope and records it in the audit log. Revoking it again keeps the first time. Throws
 * `Failure("not_found")`.
 */
export async function revokeApiKey(
  caller: Caller,
  { keyId }: { keyId: Id<"apiKey"> },
): Promise<{ keyId: Id<"apiKey">; revokedAt: Date }> {
  return systemTx(async (db) => {
    const [revoked] = await db.orm
      .update(apiKeys)
      .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
      .where(matchesKey(caller, keyId))
      .returning({ revokedAt: apiKeys.revokedAt, organisationId: apiKeys.organisationId });
    if (!revoked) throw notFound("API key");
    const { organisationId, revokedAt } = revoked;
    await recordAudit(db, { ...caller, organisationId }, { action: "revoked_key", subject: keyId });
    return { keyId, revokedAt: assertDefined(revokedAt, "it was set just now") };
  });
}

/** A key that replaces another, and when the replaced key expires. */
type ReplacementKey = IssuedKey & { oldKeyExpiresAt: Date };

/**
 * Issues a new key with the organisation, mode, scope and allowed addresses of the old one, and records it in the audit
 * log. The old key stays valid for `overlapMs` (0: not at all) or until its own expiry, if that is earlier. The new key
 * takes the old key's name; ", old" is appended to the old key's name. Throws `Failure("not_found")`,
 * `Failure("conflict")` if the old key is revoked or expired, and `Failure("invalid_request")` for an overlap of more
 * than a week.
 */
export async function rotateApiKey(
  caller: Caller,
  { keyId, overlapMs = KEY_OVERLAP_MS }: { keyId: Id<"apiKey">; overlapMs?: number },
): Promise<ReplacementKey> {
  if (overlapMs > MAX_OVERLAP_HOURS * HOUR_MS)
    throw invalid("/overlap", `The old key can stay valid for ${MAX_OVERLAP_HOURS}h at most.`);
  return systemTx(async (db) => {
    const replacement = await replaceKey(db, caller, { keyId, overlapMs });
    const { organisationId, name } = replacement;
    const details = { name, overlap: `${overlapMs / HOUR_MS} h` };
    await recordAudit(db, { ...caller, organisationId }, { action: "rotated_key", subject: keyId, details });
    return replacement;
  });
}

/** The name or e-mail address of the member who issues a key; empty for the command line. */
const issuerName = ({ actor }: Caller) => actor?.name || actor?.email || "";

async function replaceKey(
  db: Db,
  caller: Caller,
  { keyId, overlapMs }: { keyId: Id<"apiKey">; overlapMs: number },
): Promise<ReplacementKey> {
  const [old] = await db.orm
    .select({
      organisationId: apiKeys.organisationId,
      mode: apiKeys.mode,
      name: apiKeys.name,
      limits: { scope: apiKeys.scope, allowedAddresses: apiKeys.allowedAddresses },
    })
    .from(apiKeys)
    .where(matchesKey(caller, keyId))
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
        matchesKey(caller, keyId),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
      ),
    )
    .returning({ expiresAt: apiKeys.expiresAt });
  if (!replaced)
    throw new Failure("conflict", { detail: "That key is revoked or expired already. Issue a new one." });
  const issued = await insertKey(db, { ...old, issuedBy: issuerName(caller) });
  const oldKeyExpiresAt = assertDefined(replaced.expiresAt, "it was set just now");
  return { ...issued, oldKeyExpiresAt };
}

/** The suffix of a replaced key's name; it is never appended twice. */
const OLD_SUFFIX = /, old$/;
