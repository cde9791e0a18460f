import type { z } from "zod";
import { decryptCredentials, findDeploymentIssuer, getProvider, issuesAccounts } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import {
  credentialNamesOf,
  isSecretCredential,
  REQUIRED_CREDENTIALS,
} from "@/lib/core/settings/bank-settings";
import { systemDb } from "@/lib/db/client";
import type { ProviderName } from "@/lib/env";
import { type ConnectionFacts, readConnectionFacts, toChecklist, toDeploymentChecklist } from "./checklist";
import { type ConnectionRow, connectionColumns, listAvailableProviders } from "./connection";
import type { BankConnections } from "./contract";
import { webhookUrlOf } from "./webhook-url";

type Listed = z.output<typeof BankConnections>;

interface Grant {
  mayUseDeployment: boolean;
  shareProvider: ProviderName | null;
}

/**
 * Lists the connections of the caller's organisation, oldest first, with their go-live checklists, and the banks at which it
 * can add one.
 */
export async function listOwnConnections({ organisationId }: Scope): Promise<Listed> {
  const db = systemDb();
  const [rows, [grant]] = await Promise.all([
    db.sql<ConnectionRow[]>`
      select ${connectionColumns(db)} from bank_connections
      where organisation_id = ${organisationId} and credentials is not null order by id`,
    db.sql<Grant[]>`
      select may_use_deployment, share_provider from bank_grants where organisation_id = ${organisationId}`,
  ]);
  const used = rows.some(({ isDefault }) => isDefault) ? undefined : findDeploymentIssuer(grant);
  const facts = await readConnectionFacts(organisationId, [
    ...rows.map(({ id }) => id),
    ...(used ? [used.id] : []),
  ]);
  return {
    connections: rows.map((row) => toConnectionJson(row, facts.get(row.id))),
    banks: listAvailableProviders().map(toBankJson),
    share_provider: grant?.shareProvider ?? null,
    may_use_deployment: grant?.mayUseDeployment ?? false,
    deployment_account: used
      ? { provider: used.provider.name, checklist: toDeploymentChecklist(facts.get(used.id)) }
      : null,
  };
}

function toConnectionJson(
  row: ConnectionRow,
  facts: ConnectionFacts | undefined,
): Listed["connections"][number] {
  const stored = decryptCredentials(row, row.credentials);
  const retirements = (stored?.outgoing ?? [])
    .map(({ retiresAt }) => retiresAt)
    .filter((at) => at > new Date());
  const { provider, isDefault, createdAt, rotatedAt } = row;
  const isReadable = stored !== undefined;
  const canIssue = isReadable && issuesAccounts(provider, stored.credentials);
  const checked = { provider, isDefault, isReadable, issuesAccounts: canIssue };
  return {
    id: row.id,
    provider,
    webhook_url: webhookUrlOf(row.id),
    is_default: isDefault,
    issues_accounts: canIssue,
    is_readable: isReadable,
    created_at: createdAt,
    rotated_at: rotatedAt,
    old_secret_retires_at: retirements.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
    last_notified_at: facts?.lastNotifiedAt ?? null,
    checklist: toChecklist({ ...checked, acceptedAt: rotatedAt ?? createdAt }, facts),
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
