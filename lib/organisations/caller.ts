import type { Id } from "@/lib/core/ids";
import type { Mode, Scope } from "@/lib/core/scope";
import { Together } from "@/lib/core/together";
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

const lookUps = new Together<ApiCaller | undefined>(setImmediate);

/**
 * Finds whose key this is (§5); `undefined` where it is mistyped, unknown, revoked or expired. Nothing is remembered:
 * requests of one key that arrive together share a look-up that begins after them all, so that a revoked key is
 * refused from its revocation on. In the sandbox a live key is nobody's.
 */
export async function findApiCaller(apiKey: string): Promise<ApiCaller | undefined> {
  const mode = modeOfApiKey(apiKey);
  if (!mode || (mode === "live" && env().bankMode === "sandbox")) return undefined;
  const hash = hashOfApiKey(apiKey);
  return lookUps.ask(hash, () => lookUp(hash));
}

async function lookUp(hash: string): Promise<ApiCaller | undefined> {
  const [row] = await systemDb().sql<KeyRow[]>`
    select id, organisation_id, mode from api_keys
    where key_hash = ${hash} and revoked_at is null and (expires_at is null or expires_at > now())`;
  return row && { keyId: row.id, organisationId: row.organisation_id, mode: row.mode };
}
