import { isFailure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import { deploymentConnection, SANDBOX_CONNECTION } from "./connections";
import type { IssuedAccount } from "./provider";
import { bankUnavailable } from "./refusals";
import { contextFor, findAccountIssuer } from "./registry";
import { issueSandboxAccount } from "./sandbox";

interface NewAccount {
  mode: Mode;
  sessionId: string;
  name: string;
  /** Incremented if the previous attempt's test account number was already in use. */
  attempt?: number;
}

/**
 * Issues a collection account for a session (§2.2) and returns it with the connection that may credit it. In test mode the
 * account is generated locally, in live mode issued by the first configured bank that can. The same session and attempt
 * give the same account. Throws `Failure("bank_refused")` if the bank refuses for good, `Failure("unavailable")` with a retry
 * time if it fails or no configured bank issues accounts.
 */
export async function provisionAccount(
  request: NewAccount,
): Promise<IssuedAccount & { connectionId: Id<"bankConnection"> }> {
  const { mode, sessionId, name } = request;
  if (mode === "test")
    return { ...issueSandboxAccount(sessionId, name, request.attempt), connectionId: SANDBOX_CONNECTION };
  const issuer = findAccountIssuer();
  if (!issuer?.provisionAccount) throw bankUnavailable("No configured bank issues accounts");
  try {
    const account = await issuer.provisionAccount({ reference: sessionId, name }, contextFor(issuer, mode));
    return { ...account, connectionId: deploymentConnection(issuer.name) };
  } catch (thrown) {
    throw isFailure(thrown) ? thrown : bankUnavailable(`${issuer.name} issued no account`, thrown);
  }
}
