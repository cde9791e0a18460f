import { recordAudit } from "@/lib/audit";
import { Failure, invalid, notFound } from "@/lib/core/errors/errors";
import type { Scope } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { alertWebhooks } from "@/lib/db/schema";
import { findWebhookUrlError } from "@/lib/security/outbound/outbound-address";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { watchOrganisation } from "../loop";
import { encryptAlertSecret } from "../sending/webhook-secret";

type Webhook = RowOf<typeof alertWebhooks, "url" | "createdAt">;

/** Reads the organisation's alert address, without its secret; undefined without one. */
export async function findAlertWebhook({ organisationId }: Scope): Promise<Webhook | undefined> {
  const [webhook] = await systemDb().sql<Webhook[]>`
    select url, created_at from alert_webhooks where organisation_id = ${organisationId}`;
  return webhook;
}

/**
 * Sets the organisation's alert address, with a new secret that signs its alerts, and records it in the audit log. Returns the
 * secret, which is shown once. Throws `Failure("invalid_request")` for a URL that is not allowed, and `Failure("conflict")` for one
 * that gets the events of payments: what reads those must not meet an alert.
 */
export async function setAlertWebhook(scope: Scope, url: string): Promise<Webhook & { secret: string }> {
  const fault = findWebhookUrlError(url);
  if (fault) throw invalid("/url", `url ${fault}`);
  const { organisationId } = scope;
  const secret = newSigningSecret();
  return systemTx(async (db) => {
    await requireNoPaymentEvents(db, scope, url);
    const [stored] = await db.sql<Webhook[]>`
      insert into alert_webhooks (organisation_id, url, secret)
      values (${organisationId}, ${url}, ${encryptAlertSecret(organisationId, secret)})
      on conflict (organisation_id) do update set url = excluded.url, secret = excluded.secret
      returning url, created_at`;
    await recordAudit(db, scope, {
      action: "set_alert_webhook",
      subject: organisationId,
      details: { host: new URL(url).host },
    });
    await watchOrganisation(db, organisationId);
    return { url, createdAt: new Date(), ...stored, secret };
  });
}

async function requireNoPaymentEvents({ sql }: Db, { organisationId }: Scope, url: string): Promise<void> {
  const used = await sql`
    select from webhook_endpoints
    where organisation_id = ${organisationId} and url = ${url} and removed_at is null limit 1`;
  if (used.length > 0)
    throw new Failure("conflict", {
      detail: "This address gets the events of payments. Give alerts another one.",
    });
}

/** Removes the organisation's alert address, and records it in the audit log. Throws `Failure("not_found")` without one. */
export function removeAlertWebhook(scope: Scope): Promise<void> {
  const { organisationId } = scope;
  return systemTx(async (db) => {
    const removed = await db.sql`
      delete from alert_webhooks where organisation_id = ${organisationId} returning organisation_id`;
    if (removed.length === 0) throw notFound("alert address");
    await recordAudit(db, scope, { action: "removed_alert_webhook", subject: organisationId });
  });
}
