import type { z } from "zod";
import { decryptCredentials, getProvider, issuesAccounts } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import {
  credentialNamesOf,
  isSecretCredential,
  REQUIRED_CREDENTIALS,
} from "@/lib/core/settings/bank-settings";
import { systemDb } from "@/lib/db/client";
import type { ProviderName } from "@/lib/env";
import { type ConnectionRow, connectionColumns, listAvailableProviders } from "./connection";
import type { BankConnections } from "./contract";
import { webhookUrlOf } from "./webhook-url";

type Listed = z.output<typeof BankConnections>;

/** Lists the connections of the caller's organisation, oldest first, and the banks at which it can add one. */
export async function listOwnConnections({ organisationId }: Scope): Promise<Listed> {
  const db = systemDb();
  const [rows, [grant]] = await Promise.all([
    db.sql<ConnectionRow[]>`
      select ${connectionColumns(db)} from bank_connections
      where organisation_id = ${organisationId} and credentials is not null order by id`,
    db.sql<{ mayUseDeployment: boolean; shareProvider: string | null }[]>`
      select may_use_deployment, share_provider from bank_grants where organisation_id = ${organisationId}`,
  ]);
  return {
    connections: rows.map(toConnectionJson),
    banks: listAvailableProviders().map(toBankJson),
    share_provider: grant?.shareProvider ?? null,
    may_use_deployment: grant?.mayUseDeployment ?? false,
  };
}

function toConnectionJson(row: ConnectionRow): Listed["connections"][number] {
  const stored = decryptCredentials(row, row.credentials);
  const retirements = (stored?.outgoing ?? [])
    .map(({ retiresAt }) => retiresAt)
    .filter((at) => at > new Date());
  return {
    id: row.id,
    provider: row.provider,
    webhook_url: webhookUrlOf(row.id),
    is_default: row.isDefault,
    issues_accounts: stored !== undefined && issuesAccounts(row.provider, stored.credentials),
    is_readable: stored !== undefined,
    created_at: row.createdAt,
    rotated_at: row.rotatedAt,
    old_secret_retires_at: retirements.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
  };
}

function toBankJson(provider: ProviderName): Listed["banks"][number] {
  const required = REQUIRED_CREDENTIALS[provider];
  return {
    provider,
    is_tried: getProvider(provider).listSince !== undefined,
    fields: credentialNamesOf(provider).map((name) => ({
      name,
      is_required: required.includes(name),
      is_secret: isSecretCredential(name),
    })),
  };
}

/** Lists the banks of the connections of the caller's organisation, the default connection's first. */
export function listConnectionBanks({
  organisationId,
}: Scope): Promise<{ id: Id<"bankConnection">; provider: string }[]> {
  return systemDb().sql`
    select id, provider from bank_connections
    where organisation_id = ${organisationId} and credentials is not null order by is_default desc, id`;
}

/** A connection as listed to the operator of the deployment; never its credentials. */
export interface ConnectionSummary {
  id: Id<"bankConnection">;
  organisation: string;
  provider: string;
  isDefault: boolean;
  webhookUrl: string;
  createdAt: Date;
  rotatedAt: Date | null;
  removedAt: Date | null;
}

/** Lists the connections of organisations, or of one, oldest first, removed ones included. */
export async function listConnections(filter: {
  organisationId?: Id<"organisation"> | undefined;
}): Promise<ConnectionSummary[]> {
  const { sql } = systemDb();
  const rows = await sql<Omit<ConnectionSummary, "webhookUrl">[]>`
    select b.id, o.name as organisation, b.provider, b.is_default, b.created_at, b.rotated_at, b.removed_at
    from bank_connections b join organisations o on o.id = b.organisation_id
    where ${filter.organisationId ? sql`b.organisation_id = ${filter.organisationId}` : sql`true`}
    order by b.id`;
  return rows.map((row) => ({ ...row, webhookUrl: webhookUrlOf(row.id) }));
}
