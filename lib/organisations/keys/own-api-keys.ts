import type { z } from "zod";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { apiKeys } from "@/lib/db/schema";
import type { ApiKeys } from "../contract";

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
