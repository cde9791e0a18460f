import { RequestCoalescer } from "@/lib/core/coalesce";
import type { Id } from "@/lib/core/ids";
import type { KeyLimits, Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { apiKeys } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { hashOfApiKey, modeOfApiKey } from "@/lib/security/api-key";

/** The caller of `/v1`: an organisation in one mode, identified by one of its keys. */
export interface ApiCaller extends Scope {
  keyId: Id<"apiKey">;
  /** The key's scope and allowed addresses. `lib/http/request/authenticate` enforces them. */
  limits: KeyLimits;
}

type KeyRow = RowOf<
  typeof apiKeys,
  "id" | "organisationId" | "mode" | "scope" | "allowedAddresses" | "name" | "hint"
>;

/** The result of a key look-up at the start of a request. */
export interface ApiCallerLookup {
  /** The caller at the last look-up. Use it only for work that is discarded if the key turns out to be revoked. */
  cachedCaller: ApiCaller | undefined;
  /** The caller as stored now; `undefined` if the key is malformed, unknown, revoked or expired. */
  found: Promise<ApiCaller | undefined>;
}

const lookUps = new RequestCoalescer<ApiCaller | undefined>(setImmediate);
/** Callers by the hash of their key. A cache miss costs one more database round trip; the checks are the same. */
const cachedCallers = new Map<string, ApiCaller>();
const MAX_CACHED = 1_000;

/**
 * Looks up the caller of an API key (§5). Authentication uses no cache: concurrent requests with one key share a look-up
 * that starts after all of them, so that a revoked key is rejected from its revocation on. In the sandbox every live key
 * is unknown.
 */
export function lookUpApiCaller(apiKey: string): ApiCallerLookup {
  const mode = modeOfApiKey(apiKey);
  if (!mode || (mode === "live" && env().bankMode === "sandbox"))
    return { cachedCaller: undefined, found: Promise.resolve(undefined) };
  const hash = hashOfApiKey(apiKey);
  return { cachedCaller: cachedCallers.get(hash), found: lookUps.run(hash, () => lookUp(hash)) };
}

/** Finds the caller of an API key; `undefined` if the key is malformed, unknown, revoked or expired. */
export async function findApiCaller(apiKey: string): Promise<ApiCaller | undefined> {
  return lookUpApiCaller(apiKey).found;
}

async function lookUp(hash: string): Promise<ApiCaller | undefined> {
  const [row] = await systemDb().sql<KeyRow[]>`
    select id, organisation_id, mode, scope, allowed_addresses, name, hint from api_keys
    where key_hash = ${hash} and revoked_at is null and (expires_at is null or expires_at > now())`;
  const caller = row && toCaller(row);
  if (caller) recordKeyUse(caller.keyId);
  if (!caller) cachedCallers.delete(hash);
  else if (cachedCallers.has(hash) || cachedCallers.size < MAX_CACHED) cachedCallers.set(hash, caller);
  else cachedCallers.clear();
  return caller;
}

function toCaller(row: KeyRow): ApiCaller {
  const label = row.name ? `${row.name} (${row.hint}…)` : `${row.hint}…`;
  return {
    keyId: row.id,
    organisationId: row.organisationId,
    mode: row.mode,
    limits: { scope: row.scope, allowedAddresses: row.allowedAddresses },
    apiKey: { id: row.id, name: label },
  };
}

/** When this process last stored a use of each key. The screens show `last_used_at` to the minute. */
const lastRecordedAt = new Map<Id<"apiKey">, number>();
const MIN_RECORD_INTERVAL_MS = 60_000;

/** Stores that a key was used, at most once a minute. The request does not wait for the statement. */
function recordKeyUse(keyId: Id<"apiKey">): void {
  const now = performance.now();
  if (now - (lastRecordedAt.get(keyId) ?? Number.NEGATIVE_INFINITY) < MIN_RECORD_INTERVAL_MS) return;
  if (lastRecordedAt.size >= MAX_CACHED) lastRecordedAt.clear();
  lastRecordedAt.set(keyId, now);
  systemDb().sql`
    update api_keys set last_used_at = now()
    where id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.catch(() =>
    lastRecordedAt.delete(keyId),
  );
}
