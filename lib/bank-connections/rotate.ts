import { recordAudit } from "@/lib/audit";
import { encryptCredentials, type StoredCredentials } from "@/lib/bank";
import { Failure, invalid } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Caller } from "@/lib/core/scope";
import { HOUR_MS } from "@/lib/core/time/durations";
import { systemDb, systemTx } from "@/lib/db/client";
import { type Credentials, type ProviderName, VERIFYING_SECRETS } from "@/lib/env";
import { lockOrganisation, requireConnection, requireCredentials, requireLiveMode } from "./connection";
import { MAX_OVERLAP_HOURS } from "./contract";
import { parseCredentials } from "./credentials";
import { type TryResult, tryCredentials } from "./try-credentials";

/** How long a replaced verifying secret is accepted by default: banks repeat notifications for up to three days. */
export const SECRET_OVERLAP_MS = 72 * HOUR_MS;
/** More replaced secrets than this at a time are not needed; the oldest is dropped. */
const MAX_OUTGOING = 4;

interface Rotation {
  connectionId: Id<"bankConnection">;
  /** Values to replace; the others stay. */
  credentials: Readonly<Record<string, string>>;
  /** How long the replaced verifying secret stays valid; 0 ends every replaced secret at once. */
  overlapMs?: number;
}

/**
 * Replaces credentials of a connection in the caller's scope, after the bank has accepted them, and records it in the audit
 * log. A replaced verifying secret stays valid for notifications during the overlap; calls use the new credentials at
 * once. Throws `Failure("not_found")`; `Failure("conflict")` if the credentials were changed concurrently or the stored
 * ones are unreadable; `Failure("invalid_request")` for malformed values or an overlap of more than a week; and like
 * `tryCredentials`. Nothing is saved then.
 */
export async function rotateConnection(
  caller: Caller,
  { connectionId, credentials: given, overlapMs = SECRET_OVERLAP_MS }: Rotation,
): Promise<{ connectionId: Id<"bankConnection">; result: TryResult; oldSecretRetiresAt: Date | null }> {
  if (overlapMs > MAX_OVERLAP_HOURS * HOUR_MS)
    throw invalid("/overlap_hours", `The old secret can stay valid for ${MAX_OVERLAP_HOURS}h at most.`);
  const row = await requireConnection(systemDb(), caller, connectionId);
  requireLiveMode(caller);
  const stored = requireCredentials(row);
  const credentials = parseCredentials(row.provider, { ...stored.credentials, ...withoutBlank(given) });
  const result = await tryCredentials(row.provider, credentials);
  const replaced = replaceSecret(row.provider, stored, credentials, overlapMs);
  const { organisationId } = row;
  await systemTx(async (db) => {
    await lockOrganisation(db, organisationId);
    const saved = await db.sql`
      update bank_connections set credentials = ${encryptCredentials(row, replaced)}, rotated_at = now()
      where id = ${connectionId} and credentials = ${row.credentials} returning id`;
    if (saved.length === 0)
      throw new Failure("conflict", {
        detail: "The connection was changed meanwhile. Nothing was saved; try again.",
      });
    const details = { provider: row.provider, overlap: `${overlapMs / HOUR_MS} h` };
    const entry = { action: "rotated_bank_connection", subject: connectionId, details } as const;
    await recordAudit(db, { ...caller, organisationId }, entry);
  });
  const [newest] = replaced.outgoing;
  return { connectionId, result, oldSecretRetiresAt: newest?.retiresAt ?? null };
}

const withoutBlank = (given: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ""));

/** Replaces the credentials; a verifying secret that differs from the new one is accepted until the overlap ends. */
function replaceSecret(
  provider: ProviderName,
  stored: StoredCredentials,
  credentials: Credentials,
  overlapMs: number,
): StoredCredentials {
  if (overlapMs === 0) return { credentials, outgoing: [] };
  const name = VERIFYING_SECRETS[provider];
  const now = new Date();
  const old = stored.credentials[name];
  const isReplaced = old !== undefined && old !== credentials[name];
  const outgoing = stored.outgoing.filter(({ retiresAt }) => retiresAt > now);
  if (isReplaced) outgoing.unshift({ secret: old, retiresAt: new Date(now.getTime() + overlapMs) });
  return { credentials, outgoing: outgoing.slice(0, MAX_OUTGOING) };
}
