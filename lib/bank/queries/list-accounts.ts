import { Failure, isFailure } from "@/lib/core/errors/errors";
import type { LiveConnection } from "../connections";
import type { AccountListRequest, ListedAccount, ListedAccounts } from "../provider";
import { findRefusal } from "../refusals";
import { runPaced } from "./pacing";

/** How many pages are searched for an account: 5,000 accounts at 50 a page. */
const MAX_SEARCHED_PAGES = 100;

/**
 * Lists a page of a connection's accounts at its bank, at its pace. Throws what the adapter's `listAccounts` throws;
 * `Failure("bank_refused")` if the bank refuses the connection's credentials; an error if the bank has no such list.
 */
export async function listAccountsAtBank(
  connection: LiveConnection,
  request: AccountListRequest,
): Promise<ListedAccounts> {
  const { provider, context } = connection;
  const { listAccounts } = provider;
  if (!listAccounts) throw new Error(`${provider.name} has no list of accounts`);
  try {
    return await runPaced(connection, () => listAccounts(request, context));
  } catch (thrown) {
    throw findRefusal(thrown)?.status === 401 ? credentialsRefused(thrown) : thrown;
  }
}

/** A 401 is transient for a retry with another token; here the credentials themselves were refused. */
const credentialsRefused = (thrown: unknown) =>
  new Failure("bank_refused", {
    detail:
      "The bank refused the credentials of this connection. An owner replaces them under Settings, Bank connections.",
    internal: isFailure(thrown) ? thrown.internal : undefined,
    cause: thrown,
  });

/** Finds an account by its number in the list of a connection's bank now. Throws like `listAccountsAtBank`. */
export async function findAccountAtBank(
  connection: LiveConnection,
  accountNumber: string,
): Promise<ListedAccount | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < MAX_SEARCHED_PAGES; page++) {
    const request = { accountNumber, ...(cursor !== undefined && { cursor }) };
    const { accounts, nextCursor } = await listAccountsAtBank(connection, request);
    const found = accounts.find((account) => account.accountNumber === accountNumber);
    if (found || nextCursor === undefined) return found;
    cursor = nextCursor;
  }
  return undefined;
}
