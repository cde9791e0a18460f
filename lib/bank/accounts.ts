import { isFailure } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import { deploymentConnection, SANDBOX_CONNECTION } from "./connections";
import { bankUnavailable } from "./http-client";
import type { IssuedAccount } from "./provider";
import { contextFor, provisioner } from "./registry";
import { issueSandboxAccount } from "./sandbox";

interface NewAccount {
  mode: Mode;
  sessionId: string;
  name: string;
  /** Raised by one where a test account's number turned out to be taken. */
  attempt?: number;
}

/**
 * A collection account for a session (§2.2), and the connection that may credit it: in test mode made here, in live mode by the first
 * configured bank that issues accounts. Asking again for the same session finds the same account. Throws
 * `Failure("unavailable")`, with when to retry, where the bank cannot or no configured one issues accounts.
 */
export async function provisionAccount(
  wanted: NewAccount,
): Promise<IssuedAccount & { connectionId: Id<"bankConnection"> }> {
  const { mode, sessionId, name } = wanted;
  if (mode === "test")
    return { ...issueSandboxAccount(sessionId, name, wanted.attempt), connectionId: SANDBOX_CONNECTION };
  const bank = provisioner();
  if (!bank?.provisionAccount) throw bankUnavailable("No configured bank issues accounts");
  try {
    const account = await bank.provisionAccount({ reference: sessionId, name }, contextFor(bank, mode));
    return { ...account, connectionId: deploymentConnection(bank.name) };
  } catch (thrown) {
    throw isFailure(thrown) ? thrown : bankUnavailable(`${bank.name} issued no account`, thrown);
  }
}
