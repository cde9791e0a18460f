import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { invalid } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { apiKeys } from "@/lib/db/schema";
import type { ApiKeys, IssueKey, NewApiKey, ReplacedApiKey, RevokedApiKey } from "../contract";
import {
  type ApiKeySelector,
  insertKey,
  issuerName,
  requireModeAllowed,
  revokeApiKey,
  rotateApiKey,
} from "./api-keys";
import { describeLimits, parseAllowedAddresses } from "./key-limits";

type KeyRow = RowOf<
  typeof apiKeys,
  | "id"
  | "name"
  | "mode"
  | "hint"
  | "scope"
  | "allowedAddresses"
  | "issuedBy"
  | "createdAt"
  | "lastUsedAt"
  | "expiresAt"
  | "revokedAt"
> & { isWorking: boolean };

function toKeyJson(key: KeyRow): z.output<typeof ApiKeys>["keys"][number] {
  const { id, name, mode, hint, scope } = key;
  return {
    key_id: id,
    ...{ name, mode, hint, scope },
    allowed_addresses: key.allowedAddresses,
    issued_by: key.issuedBy,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    is_working: key.isWorking,
  };
}

/**
 * Lists an organisation's keys: valid ones first, then those revoked or expired in the last 30 days, each newest first.
 * Test mode excludes live keys.
 */
export async function listOwnApiKeys({ organisationId, mode }: Scope): Promise<z.output<typeof ApiKeys>> {
  const keys = await systemDb().sql<KeyRow[]>`
    select id, name, mode, hint, scope, allowed_addresses, issued_by, created_at, last_used_at, expires_at, revoked_at, is_working
    from api_keys, lateral (
      select revoked_at is null and (expires_at is null or expires_at > now()) as is_working) state
    where organisation_id = ${organisationId} and (mode = 'test' or ${mode === "live"})
      and (is_working or coalesce(revoked_at, expires_at) > now() - interval '30 days')
    order by is_working desc, id desc`;
  return { keys: keys.map(toKeyJson), generated_at: new Date() };
}

/**
 * Issues a key to the member's organisation. Throws `Failure("invalid_request")` for a live key in the sandbox or in
 * test mode, and for malformed allowed addresses.
 */
export async function issueOwnApiKey(
  scope: Scope,
  input: z.output<typeof IssueKey>,
): Promise<z.output<typeof NewApiKey>> {
  const { mode, name } = { ...input, name: input.name.trim() };
  const limits = { scope: input.scope, allowedAddresses: parseAllowedAddresses(input.allowed_addresses) };
  requireModeAllowed(mode);
  if (mode === "live" && scope.mode === "test")
    throw invalid("/mode", "Test mode is on: leave it to issue a live key.");
  return systemTx(async (db) => {
    const { organisationId } = scope;
    const issued = await insertKey(db, { organisationId, mode, name, limits, issuedBy: issuerName(scope) });
    const details = { name, mode, ...describeLimits(limits) };
    await recordAudit(db, scope, { action: "issued_key", subject: issued.keyId, details });
    return { key_id: issued.keyId, name, api_key: issued.apiKey };
  });
}

/** Rotates a key of the member's organisation. Throws as `rotateApiKey` does. */
export async function rotateOwnApiKey(
  scope: Scope,
  keyId: Id<"apiKey">,
  { overlap_hours }: { overlap_hours: number },
): Promise<z.output<typeof ReplacedApiKey>> {
  const overlapMs = overlap_hours * 3_600_000;
  const { name, ...issued } = await rotateApiKey({ ...selectOwnKey(scope, keyId), overlapMs }, scope);
  return {
    key_id: issued.keyId,
    name,
    api_key: issued.apiKey,
    old_key_expires_at: issued.oldKeyExpiresAt,
  };
}

/** Revokes a key of the member's organisation. Throws `Failure("not_found")`. */
export async function revokeOwnApiKey(
  scope: Scope,
  keyId: Id<"apiKey">,
): Promise<z.output<typeof RevokedApiKey>> {
  const { revokedAt } = await revokeApiKey(selectOwnKey(scope, keyId), scope);
  return { key_id: keyId, revoked_at: revokedAt };
}

/** Selects a key within the member's organisation; in test mode only test keys. */
const selectOwnKey = ({ organisationId, mode }: Scope, keyId: Id<"apiKey">): ApiKeySelector => ({
  keyId,
  organisationId,
  ...(mode === "test" ? { mode } : {}),
});
