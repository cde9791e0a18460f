import { isFailure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { SANDBOX_CONNECTION } from "./connections";
import { requireAccountIssuer } from "./connections/issuer";
import type { IssuedAccount } from "./provider";
import { findOpeningFailure } from "./queries/opening-failure";
import { bankUnavailable } from "./refusals";
import { issueSandboxAccount } from "./sandbox";

interface NewAccount extends Pick<Scope, "organisationId" | "mode"> {
  sessionId: string;
  name: string;
  /** Incremented if the previous attempt's test account number was already in use. */
  attempt?: number;
}

/**
 * Issues a collection account for a session (§2.2) and returns it with the connection that may credit it. In test mode the
 * account is generated locally, in live mode issued where `requireAccountIssuer` says. The same session and attempt give the
 * same account. Throws `Failure("no_bank_connection")` without any connection, `Failure("bank_refused")` if the bank refuses
 * for good, `Failure("unavailable")` with a retry time if it fails or cannot issue accounts.
 */
export async function provisionAccount(
  request: NewAccount,
): Promise<IssuedAccount & { connectionId: Id<"bankConnection"> }> {
  const { organisationId, mode, sessionId, name } = request;
  if (mode === "test")
    return { ...issueSandboxAccount(sessionId, name, request.attempt), connectionId: SANDBOX_CONNECTION };
  const { connection, share } = await requireAccountIssuer(organisationId);
  const { id, provider, context } = connection;
  if (!provider.provisionAccount) throw bankUnavailable(`${provider.name} issues no accounts`);
  const failure = await findOpeningFailure(connection, sessionId);
  try {
    const account = await provider.provisionAccount(
      { reference: sessionId, name, ...(share && { share }), ...(failure && { failure }) },
      context,
    );
    return { ...account, connectionId: id };
  } catch (thrown) {
    throw isFailure(thrown) ? thrown : bankUnavailable(`${provider.name} issued no account`, thrown);
  }
}
