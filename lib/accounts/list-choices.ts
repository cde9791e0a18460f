import type { z } from "zod";
import { type LiveConnection, listAccountsAtBank } from "@/lib/bank";
import { listConnectionBanks, requireOwnConnection } from "@/lib/bank-connections";
import { isFailure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { describeUnlisted, requireOwnSession } from "./attach-listed";
import type { AccountChoices, AttachableConnections } from "./contract";

type Page = z.output<typeof AccountChoices>;

/** Lists the bank connections from which a session of the caller can get an account. Throws `Failure("not_found")`. */
export async function listAttachableConnections(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<z.output<typeof AttachableConnections>> {
  await requireOwnSession(scope, sessionId);
  return { connections: await listConnectionBanks(scope) };
}

/**
 * Lists a page of the accounts at the bank of a connection of the caller's organisation, each with whether it can be
 * attached. Where nothing can be listed (the bank documents no list or its payments name no account, the sandbox, test mode,
 * unreadable credentials), the page is empty and says why. Throws `Failure("not_found")`, and what `listAccountsAtBank`
 * throws.
 */
export async function listAccountChoices(
  scope: Scope,
  { connectionId, cursor }: { connectionId: Id<"bankConnection">; cursor?: string | undefined },
): Promise<Page> {
  const connection = await findListing(scope, connectionId);
  if (typeof connection === "string") return { accounts: [], next_cursor: null, unlisted_reason: connection };
  const { accounts, nextCursor } = await listAccountsAtBank(connection, { ...(cursor && { cursor }) });
  const numbers = accounts.map(({ accountNumber }) => accountNumber);
  const holders = await findHolders(scope, connectionId, numbers);
  return {
    accounts: accounts.map(({ accountNumber, bankName, bankAccountName, isOpen }) => {
      const holder = holders.get(accountNumber) ?? null;
      return {
        account_number: accountNumber,
        bank_name: bankName,
        name: bankAccountName,
        status: isOpen ? (holder === null ? "free" : "in_use") : "closed",
        event_name: holder,
      };
    }),
    next_cursor: nextCursor ?? null,
    unlisted_reason: null,
  };
}

/** Returns the connection, or why its bank's accounts cannot be listed. Throws `Failure("not_found")`. */
async function findListing(scope: Scope, id: Id<"bankConnection">): Promise<LiveConnection | string> {
  try {
    const connection = await requireOwnConnection(scope, id);
    return connection.provider.listAccounts ? connection : describeUnlisted(connection.provider);
  } catch (thrown) {
    const isStated = isFailure(thrown) && (thrown.code === "invalid_request" || thrown.code === "conflict");
    if (isStated && thrown.detail) return thrown.detail;
    throw thrown;
  }
}

/** Returns the name of the open session that has the account, by the account's number. */
async function findHolders(
  { organisationId }: Scope,
  connectionId: Id<"bankConnection">,
  numbers: string[],
): Promise<Map<string, string>> {
  const rows = await asOrganisation(
    organisationId,
    ({ sql }) => sql<{ accountNumber: string; name: string }[]>`
      select s.account_number, s.name from sessions s join session_states c using (session_id)
      where s.account_connection_id = ${connectionId} and s.account_number = any(${numbers})
        and s.organisation_id = ${organisationId} and c.status = 'active'`,
  );
  return new Map(rows.map(({ accountNumber, name }) => [accountNumber, name]));
}
