import { recordAudit } from "@/lib/audit";
import { BankShare } from "@/lib/bank";
import { invalid } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Caller } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { env } from "@/lib/env";

interface Owner {
  organisationId: Id<"organisation">;
}

/**
 * Lets an organisation's new live sessions have accounts at the deployment's connection with this share, or ends that
 * (`null`), and records it in the audit log. Accounts that exist keep the share they were opened with. For the operator of
 * the deployment only. Throws `Failure("invalid_request")` for a malformed share or a bank that is not configured.
 */
export async function setBankShare(
  caller: Caller & Owner,
  given: unknown,
): Promise<Owner & { share: BankShare | null }> {
  const share = given === null ? null : parseShare(given);
  const { organisationId } = caller;
  return systemTx(async (db) => {
    const stored = share && JSON.stringify(share);
    await db.sql`
      insert into bank_grants as g (organisation_id, share_provider, share, changed_at)
      values (${organisationId}, ${share?.provider ?? null}, ${stored}::text::jsonb, now())
      on conflict (organisation_id) do update
        set share_provider = excluded.share_provider, share = excluded.share, changed_at = excluded.changed_at,
          former_sub_account_ids = g.former_sub_account_ids || case
            when g.share_provider = 'nomba' and g.share->>'subAccountId' <> all(g.former_sub_account_ids)
              then array[g.share->>'subAccountId']
            else array[]::text[] end`;
    const details = { provider: share?.provider ?? "none" };
    await recordAudit(db, caller, { action: "changed_bank_share", subject: organisationId, details });
    return { organisationId, share };
  });
}

function parseShare(given: unknown): BankShare {
  const { data: share } = BankShare.safeParse(given);
  if (!share)
    throw invalid(
      "/share",
      "The share must be a subaccount or split code of Paystack, an income split configuration of Monnify, or a sub-account of Nomba.",
    );
  if (env().providers.includes(share.provider)) return share;
  throw invalid("/share", `A share at ${share.provider} needs BANK_PROVIDERS to name it.`);
}

/**
 * Allows or forbids an organisation the deployment's own account in the caller's SQL transaction, and records a change in
 * the audit log. For the operator of the deployment only.
 */
export async function writeDeploymentAccount(
  db: Db,
  caller: Caller & Owner,
  isAllowed: boolean,
): Promise<void> {
  const { organisationId } = caller;
  await db.sql`insert into bank_grants (organisation_id) values (${organisationId}) on conflict do nothing`;
  const changed = await db.sql`
    update bank_grants set may_use_deployment = ${isAllowed}, changed_at = now()
    where organisation_id = ${organisationId} and may_use_deployment <> ${isAllowed}
    returning organisation_id`;
  if (changed.length === 0) return;
  const action = isAllowed ? "allowed_deployment_account" : "forbade_deployment_account";
  await recordAudit(db, caller, { action, subject: organisationId });
}

/** The same in a SQL transaction of its own. */
export function allowDeploymentAccount(
  caller: Caller & Owner,
  isAllowed: boolean,
): Promise<Owner & { mayUseDeployment: boolean }> {
  const { organisationId } = caller;
  return systemTx(async (db) => {
    await writeDeploymentAccount(db, caller, isAllowed);
    return { organisationId, mayUseDeployment: isAllowed };
  });
}
