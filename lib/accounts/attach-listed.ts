import { findAccountAtBank, type Provider } from "@/lib/bank";
import { requireOwnConnection } from "@/lib/bank-connections";
import { Failure, invalid } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { requireSession } from "@/lib/db/session-state";
import { attachAccount, capitaliseName, describeUnattachable, requireAttachableSession } from "./attach";

interface Choice {
  sessionId: Id<"session">;
  connectionId: Id<"bankConnection">;
  /** Ten digits. */
  accountNumber: string;
}

/**
 * Attaches an account that a bank connection of the caller's organisation lists at its bank now. The bank's list decides,
 * not the caller: the bank's name and the account's name are the list's. Throws `Failure("not_found")` for a session or
 * connection that is not the organisation's, and what `attachAccount` and `listAccountsAtBank` throw; `Failure("invalid_request")` for a number that the bank does not list,
 * `Failure("conflict")` for a bank without a list and for an account that is closed there.
 */
export async function attachListedAccount(
  scope: Scope,
  { sessionId, connectionId, accountNumber }: Choice,
): ReturnType<typeof attachAccount> {
  await requireOwnSession(scope, sessionId);
  const connection = await requireOwnConnection(scope, connectionId);
  await requireAttachableSession(scope, sessionId, connection);
  if (!connection.provider.listAccounts)
    throw new Failure("conflict", { detail: describeUnlisted(connection.provider) });
  const account = await findAccountAtBank(connection, accountNumber);
  if (!account)
    throw invalid("/account_number", "The bank does not list this account. Choose one of its list.");
  if (!account.isOpen)
    throw new Failure("conflict", {
      detail: "The bank reports that this account is closed or expired. Choose another one.",
    });
  const { bankName, bankAccountName } = account;
  return attachAccount(scope, sessionId, {
    ...{ connection, accountNumber, bankName },
    ...(bankAccountName && { bankAccountName }),
  });
}

/** Throws `Failure("not_found")` if the session is not the caller's, before anything else about the request is checked. */
export async function requireOwnSession(scope: Scope, sessionId: Id<"session">): Promise<void> {
  await asOrganisation(scope.organisationId, (db) => requireSession(db, scope, sessionId));
}

/** Describes why the accounts of a bank without `listAccounts` are not listed, and who can attach one. */
export const describeUnlisted = (provider: Provider): string =>
  describeUnattachable(provider) ??
  `${capitaliseName(provider)} documents no list of accounts. The operator of the service attaches one by command: takings accounts attach.`;
