import type { Id } from "@/lib/core/ids";
import type { Mode, Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { env } from "@/lib/env";
import { hashOfApiKey, modeOfApiKey } from "@/lib/security/api-key";

/** Who called `/v1`: an organisation in one mode, by one of its keys. */
export interface ApiCaller extends Scope {
  keyId: Id<"apiKey">;
}

interface KeyRow {
  id: Id<"apiKey">;
  organisation_id: Id<"organisation">;
  mode: Mode;
}

/**
 * Finds whose key this is (§5); `undefined` where it is mistyped, unknown, revoked or expired. Asked anew for every
 * request, so that a revoked key is refused at once. In the sandbox a live key is nobody's.
 */
export async function findApiCaller(apiKey: string): Promise<ApiCaller | undefined> {
  const mode = modeOfApiKey(apiKey);
  if (!mode || (mode === "live" && env().bankMode === "sandbox")) return undefined;
  const [row] = await systemDb().sql<KeyRow[]>`
    select id, organisation_id, mode from api_keys
    where key_hash = ${hashOfApiKey(apiKey)} and revoked_at is null and (expires_at is null or expires_at > now())`;
  return row && { keyId: row.id, organisationId: row.organisation_id, mode: row.mode };
}
