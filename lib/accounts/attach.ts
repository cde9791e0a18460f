import { recordAudit } from "@/lib/audit";
import { type LiveConnection, type Provider, resolveBank } from "@/lib/bank";
import { Failure, invalid, notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Caller, Mode } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { lockDevices } from "@/lib/db/device-lock";
import { incrementSessionVersion, inScope } from "@/lib/db/session-state";
import { env } from "@/lib/env";
import { processUnrelatedPayments } from "@/lib/intake";

/** An account that exists at a bank. */
interface ExistingAccount {
  accountNumber: string;
  bankName: string;
  /** The account's name at the bank, for the dashboard. */
  bankAccountName?: string;
}

interface Target {
  organisationId: Id<"organisation">;
  mode: Mode;
  name: string;
  status: "active" | "closed";
  accountNumber: string | null;
}

/**
 * Attaches an account that exists at a bank to a live session without one. Its payments then match as those of an account
 * that was opened for the session. Earlier payments at the deployment's connections stay exceptions that can be
 * assigned, and those at an organisation's own connection are processed again. The account is never closed at the bank,
 * and serves one open session at a time. Records it in the audit log. Throws `Failure("invalid_request")` for a number that is
 * not a NUBAN, `Failure("not_found")`, and `Failure("conflict")` if the session is closed, of test mode or has an account, if
 * another open session uses the account, if the connection is another organisation's, or if its bank's payments name no account.
 */
export async function attachAccount(
  caller: Caller,
  sessionId: Id<"session">,
  {
    connection,
    ...account
  }: ExistingAccount & { connection: Pick<LiveConnection, "id" | "organisationId" | "provider"> },
): Promise<{ sessionId: Id<"session">; accountName: string }> {
  if (!/^\d{10}$/.test(account.accountNumber))
    throw invalid("/account_number", "account_number must have ten digits.");
  const attached = await systemTx(async (db) => {
    await lockDevices(db);
    const target = await readTarget(db, caller, sessionId, { isLocked: true });
    requireAttachable(target, connection);
    const accountName = `${env().serviceName} / ${target.name}`;
    const generation = await countHolders(db, connection.id, account.accountNumber);
    await db.sql`
      update sessions set account_connection_id = ${connection.id}, account_number = ${account.accountNumber},
        account_generation = ${generation}, account_name = ${accountName}, bank_name = ${account.bankName},
        bank_account_name = ${account.bankAccountName ?? null}, bank_code = ${resolveBank(account.bankName)?.code ?? ""},
        account_attached_at = clock_timestamp()
      where session_id = ${sessionId}`;
    const scope = { ...caller, organisationId: target.organisationId, mode: target.mode };
    await incrementSessionVersion(db, scope, sessionId);
    const details = { connection: connection.id };
    await recordAudit(db, scope, { action: "attached_account", subject: sessionId, sessionId, details });
    return { sessionId, accountName };
  });
  await processUnrelatedPayments({ bankConnectionId: connection.id, account: account.accountNumber });
  return attached;
}

/** Throws like `attachAccount` if no account of this connection can be attached to the session now. Locks nothing. */
export async function requireAttachableSession(
  caller: Caller,
  sessionId: Id<"session">,
  connection: Pick<LiveConnection, "organisationId" | "provider">,
): Promise<void> {
  requireAttachable(await readTarget(systemDb(), caller, sessionId, { isLocked: false }), connection);
}

/** Reads the session; if `isLocked`, locks its state row first, which serialises the close. Throws `Failure("not_found")`. */
async function readTarget(
  db: Db,
  caller: Caller,
  sessionId: Id<"session">,
  { isLocked }: { isLocked: boolean },
): Promise<Target> {
  const [state] = await db.sql<Pick<Target, "status">[]>`
    select status from session_states where session_id = ${sessionId} and ${inScope(db, caller)}
    ${isLocked ? db.sql`for update` : db.sql``}`;
  const [session] = await db.sql<Omit<Target, "status">[]>`
    select organisation_id, mode, name, account_number from sessions where session_id = ${sessionId}`;
  if (!state || !session) throw notFound("session");
  return { ...session, ...state };
}

function requireAttachable(
  { mode, status, accountNumber, organisationId }: Target,
  connection: Pick<LiveConnection, "organisationId" | "provider">,
): void {
  const detail =
    mode === "test"
      ? "Only a live event can have an account at a bank."
      : status === "closed"
        ? "The event is closed. Attach the account to an open one."
        : accountNumber !== null
          ? "The event has an account. Open another event for this one."
          : connection.organisationId !== null && connection.organisationId !== organisationId
            ? "The bank connection is not that of the event's organisation. Use one of its own or the deployment's."
            : describeUnattachable(connection.provider);
  if (detail) throw new Failure("conflict", { detail });
}

/** Returns a bank's name with a capital letter, as a sentence names it. */
export const capitaliseName = ({ name }: Provider): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Describes why no account of a bank can be attached; `undefined` if accounts can be. */
export const describeUnattachable = (provider: Provider): string | undefined =>
  provider.namesNoAccountNumber &&
  `Payments at ${capitaliseName(provider)} do not name the account they went into, so those of an attached account could not be found. Let the service open the event's account there.`;

/**
 * Locks the account and returns how many closed sessions had it before. Throws `Failure("conflict")` if an open one has it.
 */
async function countHolders(
  db: Db,
  connection: Id<"bankConnection">,
  accountNumber: string,
): Promise<number> {
  await db.sql`select pg_advisory_xact_lock(hashtextextended(${`account ${connection} ${accountNumber}`}, 0))`;
  const [holders] = await db.sql<{ count: number; isOpen: boolean | null }[]>`
    select count(*)::int as count, bool_or(c.status = 'active') as is_open
    from sessions s join session_states c using (session_id)
    where s.account_connection_id = ${connection} and s.account_number = ${accountNumber}`;
  if (holders?.isOpen)
    throw new Failure("conflict", {
      detail: "The account serves another open event. Close that event first, or attach another account.",
    });
  return holders?.count ?? 0;
}
