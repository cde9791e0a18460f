import type { z } from "zod";
import { requireAccountWithinQuota, withReservedAccount } from "@/lib/accounts";
import { recordAudit } from "@/lib/audit";
import { provisionAccount } from "@/lib/bank";
import { checkAll, Failure, invalid } from "@/lib/core/errors/errors";
import { type Id, newId, terminalFragment } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, systemDb } from "@/lib/db/client";
import { violatedConstraint } from "@/lib/db/constraints";
import { sessionStates, sessions } from "@/lib/db/schema";
import { env } from "@/lib/env";
import type { KeyedWrite } from "@/lib/idempotency";
import { findWebhookUrlError } from "@/lib/security/outbound/outbound-address";
import { provisionTerminals } from "@/lib/terminals";
import { ensureWebhookEndpoint } from "@/lib/webhooks";
import type { CreateSession } from "./contract";
import { writeVenue } from "./details/venue";
import { parseEventTime } from "./event-time";
import { getSession } from "./get";
import { toSessionJson } from "./session-json";

type Request = z.output<typeof CreateSession>;

function webhook(url: string | undefined) {
  if (url === undefined) return {};
  const fault = findWebhookUrlError(url);
  if (fault) throw invalid("/webhook_url", `webhook_url ${fault}`);
  return { webhookUrl: url };
}

/** A generated account number can collide with an existing one; the next attempt generates another. */
const ATTEMPTS = 5;

/** What a request has in addition to its body: the dashboard's, or that of a platform with an idempotency key. */
interface Extras {
  /** The id chosen by the form, so that submitting twice creates one event. */
  sessionId?: Id<"session">;
  venue?: string;
  write?: KeyedWrite<ReturnType<typeof toSessionJson>> | undefined;
}

/**
 * Creates a session (§4.1) with its collection account and its terminals; if it fails, none of them exist. If the
 * chosen id already exists, returns that session. Requests at most one account from the bank. Throws
 * `Failure("invalid_request")` for an invalid datetime or URL, `Failure("conflict")` for a chosen id whose terminal
 * ids collide with another session's, `Failure("no_bank_connection")` for a live account of an organisation without a bank
 * connection, `Failure("account_quota_reached")` for one beyond its quota, `Failure("unavailable")` if the bank provides no account.
 */
export async function createSession(
  scope: Scope,
  request: Request,
  extras: Extras = {},
): Promise<ReturnType<typeof toSessionJson>> {
  const [startsAt, endsAt, webhookUrl] = checkAll(
    () => parseEventTime("starts_at", request.starts_at),
    () => parseEventTime("ends_at", request.ends_at),
    () => webhook(request.webhook_url),
  );
  const facts = {
    externalEventId: request.external_event_id,
    name: request.name,
    currency: request.currency ?? "NGN",
    startsAt,
    endsAt,
    ...webhookUrl,
    metadata: request.metadata,
  };
  const chosenId = extras.sessionId ?? extras.write?.sessionId;
  const sessionId = chosenId ?? newId("session");
  const create = () => openWithAccount(scope, request, { ...facts, ...extras, sessionId }, chosenId);
  return request.collection.account ? withReservedAccount(scope, sessionId, create) : create();
}

/** Requests the account, if the session has one, and writes the session. */
async function openWithAccount(
  scope: Scope,
  request: Request,
  facts: Facts & { sessionId: Id<"session"> },
  chosenId: Id<"session"> | undefined,
) {
  let account = await issueAccount(scope, request, facts.sessionId, 0);
  for (let attempt = 1; ; attempt++) {
    try {
      return await open(scope, request, facts, account);
    } catch (thrown) {
      const taken = violatedConstraint(thrown);
      if (taken === "sessions_pkey" && chosenId) return getSession(scope, chosenId);
      if (taken === "sessions_terminal_fragment" && chosenId)
        throw new Failure("conflict", { detail: "This session_id cannot be used. Send another." });
      if (!taken || !account || attempt === ATTEMPTS) throw thrown;
      // Generated numbers are generated again; a bank is called once for each session.
      account =
        scope.mode === "test"
          ? await issueAccount(scope, request, facts.sessionId, attempt)
          : { ...account, generation: await nextGeneration(account) };
    }
  }
}

type Account = Awaited<ReturnType<typeof provisionAccount>> & { generation: number };

async function issueAccount(
  { organisationId, mode }: Scope,
  { collection, name }: Request,
  sessionId: Id<"session">,
  attempt: number,
): Promise<Account | undefined> {
  if (!collection.account) return undefined;
  return { ...(await provisionAccount({ organisationId, mode, sessionId, name, attempt })), generation: 0 };
}

/**
 * Returns the generation of an account number that a bank has reissued: how many sessions had it before. Throws
 * `Failure("bank_refused")` if one of them is still open, because its payments could not be distinguished from the new
 * session's.
 */
async function nextGeneration({ connectionId, accountNumber }: Account): Promise<number> {
  const [holders] = await systemDb().sql<{ count: number; isOpen: boolean }[]>`
    select count(*)::int as count, bool_or(c.status = 'active') as is_open
    from sessions s join session_states c using (session_id)
    where s.account_connection_id = ${connectionId} and s.account_number = ${accountNumber}`;
  if (holders && !holders.isOpen) return holders.count;
  throw new Failure("bank_refused", {
    detail: "The bank issued the account of another open session. Ask the bank, then try again.",
    internal: "the bank issued an account number that an open session uses",
  });
}

type Facts = Extras &
  Pick<
    typeof sessions.$inferInsert,
    "externalEventId" | "name" | "currency" | "startsAt" | "endsAt" | "webhookUrl" | "metadata"
  >;

async function open(
  scope: Scope,
  { collection }: Request,
  { sessionId, venue, write, ...facts }: Facts & { sessionId: Id<"session"> },
  account: Account | undefined,
) {
  const createdAt = new Date();
  const row = {
    ...facts,
    ...scopeColumns(scope),
    sessionId,
    createdAt,
    terminalFragment: terminalFragment(sessionId),
    accountConnectionId: account?.connectionId ?? null,
    accountNumber: account?.accountNumber ?? null,
    accountGeneration: account?.generation ?? 0,
    accountName: account ? `${env().serviceName} / ${facts.name}` : null,
    bankAccountName: account?.bankAccountName ?? null,
    bankName: account?.bankName ?? null,
    bankCode: account?.bankCode ?? null,
  };
  return asOrganisationTx(scope.organisationId, async (db) => {
    if (account) await requireAccountWithinQuota(db, scope, sessionId);
    const webhookEndpointId = facts.webhookUrl
      ? await ensureWebhookEndpoint(db, scope, facts.webhookUrl)
      : null;
    await db.orm.insert(sessions).values({ ...row, webhookEndpointId });
    await db.orm
      .insert(sessionStates)
      .values({ ...scopeColumns(scope), sessionId, lastCreatedAt: createdAt });
    if (venue) await writeVenue(db, scope, sessionId, venue);
    await recordAudit(db, scope, {
      action: "opened_event",
      subject: sessionId,
      sessionId,
      details: { name: facts.name },
    });
    const count = collection.pos ? (collection.pos_count ?? 0) : 0;
    const terminals = await provisionTerminals(db, scope, { sessionId, count, assignedAt: createdAt });
    const created = toSessionJson({ ...row, status: "active" }, terminals);
    await write?.storeAnswer(db, created);
    return created;
  });
}

const scopeColumns = ({ organisationId, mode }: Scope) => ({ organisationId, mode });
