import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { Failure } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import { PAYMENT_PAGE_PREFIX } from "@/lib/core/paths";
import { roleHasPermission } from "@/lib/core/roles";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, asOrganisationTx, type Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import { paymentPages, type sessionStates } from "@/lib/db/schema";
import { ownSessionCondition, requireSession } from "@/lib/db/session-state";
import { env } from "@/lib/env";
import { decrypt, encrypt } from "@/lib/security/encryption";
import type { PaymentPageLink } from "./contract";
import { hashToken, newToken } from "./token";

type Link = z.output<typeof PaymentPageLink>;

const contextOf = (id: Id<"paymentPage">) => `payment_pages.token:${id}`;

/** The address of a payment page. */
const toUrl = (token: string) => `${env().authUrl.replace(/\/$/, "")}${PAYMENT_PAGE_PREFIX}${token}`;

const mayChange = ({ actor }: Scope) => !actor || roleHasPermission(actor.role, "share_payment_page");

/**
 * Creates the public link to an event's payment page, and revokes the earlier one: posters with it lead to no page any more.
 * Returns the link. Throws `Failure("not_found")` for an event that is not the caller's, `Failure("conflict")` for a closed one
 * and for one without an account.
 */
export function createPaymentPage(scope: Scope, sessionId: Id<"session">): Promise<Link> {
  const token = newToken();
  return asOrganisationTx(scope.organisationId, async (db) => {
    await lockPayable(db, scope, sessionId);
    await revokeAll(db, sessionId);
    const id = newId("paymentPage");
    const { organisationId, mode } = scope;
    const row = { id, sessionId, organisationId, mode, createdAt: new Date() };
    await db.orm
      .insert(paymentPages)
      .values({ ...row, tokenHash: hashToken(token), token: encrypt(token, contextOf(id)) });
    await recordAudit(db, scope, { action: "shared_payment_page", subject: id, sessionId });
    return { url: toUrl(token), created_at: row.createdAt, may_change: mayChange(scope) };
  });
}

/** Locks the event, so that of two links that are created at the same time one is revoked. */
async function lockPayable(db: Db, scope: Scope, sessionId: Id<"session">): Promise<void> {
  await requireSession(db, scope, sessionId);
  const [event] = await db.sql<(RowOf<typeof sessionStates, "status"> & { hasAccount: boolean })[]>`
    select status, exists (
        select from sessions s where s.session_id = session_states.session_id and s.account_number is not null
      ) as has_account
    from session_states where ${ownSessionCondition(db, scope, sessionId)} for update`;
  if (event?.status === "closed")
    throw new Failure("conflict", { detail: "The event is closed: it has no payment page any more." });
  if (!event?.hasAccount)
    throw new Failure("conflict", {
      detail: "The event has no account for transfers, so it has no payment page.",
    });
}

/** Revokes the link to an event's payment page. Returns the new state. Throws `Failure("not_found")`. */
export function revokePaymentPage(scope: Scope, sessionId: Id<"session">): Promise<Link> {
  return asOrganisationTx(scope.organisationId, async (db) => {
    await requireSession(db, scope, sessionId);
    for (const subject of await revokeAll(db, sessionId)) {
      await recordAudit(db, scope, { action: "revoked_payment_page", subject, sessionId });
    }
    return { url: null, created_at: null, may_change: mayChange(scope) };
  });
}

async function revokeAll({ sql }: Db, sessionId: Id<"session">): Promise<Id<"paymentPage">[]> {
  const revoked = await sql<RowOf<typeof paymentPages, "id">[]>`
    update payment_pages set revoked_at = now() where session_id = ${sessionId} and revoked_at is null returning id`;
  return revoked.map(({ id }) => id);
}

/**
 * Returns the link to the payment page of an open event; nulls if it has none or is closed. Throws `Failure("not_found")`.
 */
export function getPaymentPage(scope: Scope, sessionId: Id<"session">): Promise<Link> {
  return asOrganisation(scope.organisationId, async (db) => {
    const { status } = await requireSession(db, scope, sessionId);
    const [link] = await db.sql<RowOf<typeof paymentPages, "id" | "token" | "createdAt">[]>`
      select id, token, created_at from payment_pages
      where session_id = ${sessionId} and organisation_id = ${scope.organisationId} and revoked_at is null
      order by id desc limit 1`;
    const isValid = link !== undefined && status === "active";
    return {
      url: isValid ? toUrl(decrypt(link.token, contextOf(link.id))) : null,
      created_at: isValid ? link.createdAt : null,
      may_change: status === "active" && mayChange(scope),
    };
  });
}
