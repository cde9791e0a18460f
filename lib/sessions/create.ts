import type { z } from "zod";
import { provisionAccount } from "@/lib/bank";
import { invalid } from "@/lib/core/errors";
import { newId, terminalFragment } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { parseInstant } from "@/lib/core/time";
import { asOrganisationTx } from "@/lib/db/client";
import { sessionCounters, sessions } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { webhookUrlFault } from "@/lib/security/outbound-address";
import { provisionTerminals } from "@/lib/terminals";
import { ensureEndpoint } from "@/lib/webhooks";
import type { CreateSession } from "./contract";
import { presentSession } from "./present";

type Request = z.output<typeof CreateSession>;

/** An ISO 8601 datetime of the body; one without an offset is the business's own time. Throws `invalid_request`. */
function datetime(name: "starts_at" | "ends_at", text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const instant = text.includes("T") ? parseInstant(text, env().businessTimeZone) : undefined;
  if (instant) return instant;
  throw invalid(
    `/${name}`,
    `${name} must be an ISO 8601 datetime such as 2026-12-12T18:00:00Z or 2026-12-12T18:00:00+01:00.`,
  );
}

function webhook(url: string | undefined) {
  if (url === undefined) return {};
  const fault = webhookUrlFault(url);
  if (fault) throw invalid("/webhook_url", `webhook_url ${fault}`);
  return { webhookUrl: url };
}

/** Whether an insert failed because another session has the same account number or terminal fragment. */
function isTaken(thrown: unknown): boolean {
  const cause = thrown instanceof Error && thrown.cause ? thrown.cause : thrown;
  return cause instanceof Error && "code" in cause && cause.code === "23505";
}

/** Numbers made here can meet one already given out; the next try makes another. */
const ATTEMPTS = 5;

/**
 * Opens a session (§4.1): its collection account and its terminals exist when this resolves, or nothing does.
 * Throws `Failure("invalid_request")` for a datetime or URL that is none, `Failure("unavailable")` while the bank
 * gives no account.
 */
export async function createSession(
  scope: Scope,
  request: Request,
): Promise<ReturnType<typeof presentSession>> {
  const facts = {
    externalEventId: request.external_event_id,
    name: request.name,
    currency: request.currency ?? "NGN",
    startsAt: datetime("starts_at", request.starts_at),
    endsAt: datetime("ends_at", request.ends_at),
    ...webhook(request.webhook_url),
    metadata: request.metadata,
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await open(scope, request, facts, attempt);
    } catch (thrown) {
      if (!isTaken(thrown) || attempt === ATTEMPTS) throw thrown;
    }
  }
}

type Facts = Pick<
  typeof sessions.$inferInsert,
  "externalEventId" | "name" | "currency" | "startsAt" | "endsAt" | "webhookUrl" | "metadata"
>;

async function open(scope: Scope, { collection }: Request, facts: Facts, attempt: number) {
  const sessionId = newId("session");
  const createdAt = new Date();
  const account = collection.account
    ? await provisionAccount({ mode: scope.mode, sessionId, name: facts.name, attempt })
    : undefined;
  const row = {
    ...facts,
    ...scopeColumns(scope),
    sessionId,
    createdAt,
    terminalFragment: terminalFragment(sessionId),
    accountIssuer: account?.issuer ?? null,
    accountNumber: account?.accountNumber ?? null,
    accountName: account ? `${env().serviceName} / ${facts.name}` : null,
    bankAccountName: account?.bankAccountName ?? null,
    bankName: account?.bankName ?? null,
    bankCode: account?.bankCode ?? null,
  };
  return asOrganisationTx(scope.organisationId, async (db) => {
    const endpointId = facts.webhookUrl ? await ensureEndpoint(db, scope, facts.webhookUrl) : null;
    await db.orm.insert(sessions).values({ ...row, endpointId });
    await db.orm
      .insert(sessionCounters)
      .values({ ...scopeColumns(scope), sessionId, lastCreatedAt: createdAt });
    const count = collection.pos ? (collection.pos_count ?? 0) : 0;
    const terminals = await provisionTerminals(db, scope, { sessionId, count, assignedAt: createdAt });
    return presentSession({ ...row, status: "active" }, terminals);
  });
}

const scopeColumns = ({ organisationId, mode }: Scope) => ({ organisationId, mode });
