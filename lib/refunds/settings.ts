import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import type { Id } from "@/lib/core/ids";
import { formatKobo, type Kobo } from "@/lib/core/money";
import { type Caller, COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { dayIn, parseInstant } from "@/lib/core/time";
import { asOrganisation, asOrganisationTx, type Db, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { refundSettings } from "@/lib/db/schema";
import { env } from "@/lib/env";
import type { RefundSettings } from "./contract";

/** An organisation's rules for refunds. */
export type Rules = RowOf<typeof refundSettings, "approvalAbove" | "deploymentAllowed">;

const DEFAULTS: Rules = { approvalAbove: null, deploymentAllowed: false };

/** Reads an organisation's rules. */
export async function readRules({ sql }: Db, organisationId: Id<"organisation">): Promise<Rules> {
  const [rules] = await sql<Rules[]>`
    select approval_above, deployment_allowed from refund_settings where organisation_id = ${organisationId}`;
  return rules ?? DEFAULTS;
}

/**
 * Locks an organisation's rules until the SQL transaction ends, which serialises its requests and decisions, and returns
 * them.
 */
export async function lockRules({ sql }: Db, organisationId: Id<"organisation">): Promise<Rules> {
  await sql`
    insert into refund_settings (organisation_id, approval_above) values (${organisationId}, null)
    on conflict (organisation_id) do nothing`;
  const [rules] = await sql<Rules[]>`
    select approval_above, deployment_allowed from refund_settings where organisation_id = ${organisationId} for update`;
  return rules ?? DEFAULTS;
}

/**
 * Whether a refund of this amount needs a second person: every one if no amount is set, else one that brings the sum of the
 * day's refunds, declined and failed ones excepted, above it. The caller has locked the rules.
 */
export async function needsApproval(
  { sql }: Db,
  { organisationId, mode }: Scope,
  { approvalAbove }: Rules,
  amount: Kobo,
): Promise<boolean> {
  if (approvalAbove === null) return true;
  const zone = env().businessTimeZone;
  const dayStart = parseInstant(`${dayIn(zone, new Date())}T00:00:00`, zone) ?? new Date(0);
  const [today] = await sql<{ total: Kobo }[]>`
    select coalesce(sum(amount), 0)::bigint as total from refunds
    where organisation_id = ${organisationId} and mode = ${mode} and requested_at >= ${dayStart}
      and method = 'bank' and state not in ('declined', 'failed')`;
  return (today?.total ?? 0n) + amount > approvalAbove;
}

/** Returns the rules of the caller's organisation. */
export async function getRefundSettings({ organisationId }: Scope): Promise<z.output<typeof RefundSettings>> {
  const rules = await asOrganisation(organisationId, (db) => readRules(db, organisationId));
  return { approval_above: rules.approvalAbove, deployment_allowed: rules.deploymentAllowed };
}

/** Sets the amount above which a second person approves the refunds of a day; null: every refund. */
export async function setRefundApproval(
  scope: Scope,
  approvalAbove: Kobo | null,
): Promise<z.output<typeof RefundSettings>> {
  const { organisationId } = scope;
  await asOrganisationTx(organisationId, async (db) => {
    await lockRules(db, organisationId);
    await db.sql`
      update refund_settings set approval_above = ${approvalAbove} where organisation_id = ${organisationId}`;
    await recordAudit(db, scope, {
      action: "changed_refund_approval",
      subject: organisationId,
      details: { above: approvalAbove === null ? "every refund" : formatKobo(approvalAbove) },
    });
  });
  return getRefundSettings(scope);
}

/** Allows or forbids an organisation's refunds at the deployment's own connections; for the operator of the service. */
export async function allowDeploymentRefunds(
  organisationId: Id<"organisation">,
  isAllowed: boolean,
  caller: Caller = COMMAND_LINE,
): Promise<{ deployment_allowed: boolean }> {
  await systemTx(async (db) => {
    await db.sql`
      insert into refund_settings (organisation_id, deployment_allowed) values (${organisationId}, ${isAllowed})
      on conflict (organisation_id) do update set deployment_allowed = ${isAllowed}`;
    const action = isAllowed ? "allowed_deployment_refunds" : "forbade_deployment_refunds";
    await recordAudit(db, { ...caller, organisationId }, { action, subject: organisationId });
  });
  return { deployment_allowed: isAllowed };
}
