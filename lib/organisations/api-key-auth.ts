import { RequestCoalescer } from "@/lib/core/coalesce";
import type { Id } from "@/lib/core/ids";
import type { KeyLimits, KeyScope, Mode, Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { env } from "@/lib/env";
import { hashOfApiKey, modeOfApiKey } from "@/lib/security/api-key";

/** Who called `/v1`: an organisation in one mode, by one of its keys. */
export interface ApiCaller extends Scope {
  keyId: Id<"apiKey">;
  /** What the key may do, and from where. `lib/http/authenticate` holds calls to it. */
  limits: KeyLimits;
}

interface KeyRow {
  id: Id<"apiKey">;
  organisation_id: Id<"organisation">;
  mode: Mode;
  scope: KeyScope;
  allowed_addresses: string[];
  name: string;
  hint: string;
}

/** What is known of a key's holder when a request comes in. */
export interface Caller {
  /** Who held the key when it was last looked up: good for work that is thrown away should it have been revoked. */
  cachedCaller: ApiCaller | undefined;
  /** Who holds it; `undefined` where it is mistyped, unknown, revoked or expired. */
  found: Promise<ApiCaller | undefined>;
}

const lookUps = new RequestCoalescer<ApiCaller | undefined>(setImmediate);
/** Holders by their key's hash. A key that is not among them costs one turn of the database more, no less is checked. */
const seen = new Map<string, ApiCaller>();
const MAX_CACHED = 1_000;

/**
 * Looks up whose key this is (§5). What a request is let in by is never remembered: requests of one key that arrive
 * together share a look-up that begins after them all, so that a revoked key is refused from its revocation on. In the
 * sandbox a live key is nobody's.
 */
export function lookUpApiCaller(apiKey: string): Caller {
  const mode = modeOfApiKey(apiKey);
  if (!mode || (mode === "live" && env().bankMode === "sandbox"))
    return { cachedCaller: undefined, found: Promise.resolve(undefined) };
  const hash = hashOfApiKey(apiKey);
  return { cachedCaller: seen.get(hash), found: lookUps.run(hash, () => lookUp(hash)) };
}

/** Finds whose key this is; `undefined` where it is nobody's. */
export async function findApiCaller(apiKey: string): Promise<ApiCaller | undefined> {
  return lookUpApiCaller(apiKey).found;
}

async function lookUp(hash: string): Promise<ApiCaller | undefined> {
  const [row] = await systemDb().sql<KeyRow[]>`
    select id, organisation_id, mode, scope, allowed_addresses, name, hint from api_keys
    where key_hash = ${hash} and revoked_at is null and (expires_at is null or expires_at > now())`;
  const caller = row && callerOf(row);
  if (caller) noteUse(caller.keyId);
  if (!caller) seen.delete(hash);
  else if (seen.has(hash) || seen.size < MAX_CACHED) seen.set(hash, caller);
  else seen.clear();
  return caller;
}

function callerOf(row: KeyRow): ApiCaller {
  const shown = row.name ? `${row.name} (${row.hint}…)` : `${row.hint}…`;
  return {
    keyId: row.id,
    organisationId: row.organisation_id,
    mode: row.mode,
    limits: { scope: row.scope, allowedAddresses: row.allowed_addresses },
    apiKey: { id: row.id, name: shown },
  };
}

/** When each key's use was last written down by this process: once a minute is as much as people ask for. */
const noted = new Map<Id<"apiKey">, number>();
const NOTE_EVERY_MS = 60_000;

/** Writes down that a key was used, at most once a minute and beside the request: nothing waits for it. */
function noteUse(keyId: Id<"apiKey">): void {
  const now = performance.now();
  if (now - (noted.get(keyId) ?? Number.NEGATIVE_INFINITY) < NOTE_EVERY_MS) return;
  if (noted.size >= MAX_CACHED) noted.clear();
  noted.set(keyId, now);
  systemDb().sql`
    update api_keys set last_used_at = now()
    where id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.catch(() =>
    noted.delete(keyId),
  );
}
