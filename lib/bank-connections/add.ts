import { recordAudit } from "@/lib/audit";
import { encryptCredentials, issuesAccounts } from "@/lib/bank";
import { Failure } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { bankConnections } from "@/lib/db/schema";
import type { ProviderName } from "@/lib/env";
import { lockOrganisation, requireAvailableProvider, requireLiveMode } from "./connection";
import { parseCredentials } from "./credentials";
import { type TryResult, tryCredentials } from "./try-credentials";
import { webhookUrlOf } from "./webhook-url";

/** A new connection and what the organisation must enter at its bank. */
export interface AddedConnection {
  connectionId: Id<"bankConnection">;
  provider: ProviderName;
  isDefault: boolean;
  /** Where the bank must send its notifications. */
  webhookUrl: string;
  result: TryResult;
}

interface NewConnection {
  provider: string;
  credentials: Readonly<Record<string, string>>;
}

/**
 * Adds a connection with the organisation's own credentials, which are tried at the bank first and stored encrypted, and
 * records it in the audit log. The first one that issues accounts becomes the default. Throws `Failure("invalid_request")`
 * in the sandbox or test mode, for another bank and for missing or malformed credentials; `Failure("conflict")` if the
 * organisation has a connection to the bank; `Failure("bank_refused")` with the bank's reason if it refuses the
 * credentials, `Failure("unavailable")` if it does not respond. Nothing is saved then.
 */
export async function addConnection(
  scope: Scope,
  { provider: text, credentials: given }: NewConnection,
): Promise<AddedConnection> {
  requireLiveMode(scope);
  const provider = requireAvailableProvider(text);
  const credentials = parseCredentials(provider, given);
  const { organisationId } = scope;
  // The bank is asked only about a connection that can be saved, and never while the organisation's row is locked.
  await systemTx((db) => requireNone(db, organisationId, provider));
  const result = await tryCredentials(provider, credentials);
  const id = newId("bankConnection");
  const encrypted = encryptCredentials({ id, organisationId, provider }, { credentials, outgoing: [] });
  const isDefault = await systemTx(async (db) => {
    await lockOrganisation(db, organisationId);
    await requireNone(db, organisationId, provider);
    const becomesDefault = issuesAccounts(provider, credentials) && !(await hasDefault(db, organisationId));
    await db.orm
      .insert(bankConnections)
      .values({ id, organisationId, provider, credentials: encrypted, isDefault: becomesDefault });
    await recordAudit(db, scope, { action: "added_bank_connection", subject: id, details: { provider } });
    return becomesDefault;
  });
  return { connectionId: id, provider, isDefault, webhookUrl: webhookUrlOf(id), result };
}

async function requireNone({ sql }: Db, organisationId: Id<"organisation">, provider: ProviderName) {
  const [existing] = await sql<{ id: string }[]>`
    select id from bank_connections
    where organisation_id = ${organisationId} and provider = ${provider} and removed_at is null`;
  if (existing)
    throw new Failure("conflict", {
      detail: `The organisation has a connection to ${provider} already. Replace its credentials, or remove it first.`,
    });
}

async function hasDefault({ sql }: Db, organisationId: Id<"organisation">): Promise<boolean> {
  const found = await sql`
    select from bank_connections where organisation_id = ${organisationId} and is_default`;
  return found.length > 0;
}
