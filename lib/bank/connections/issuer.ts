import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { bankUnavailable } from "../refusals";
import { findAccountIssuer } from "../registry";
import { type LiveConnection, listDeploymentConnections } from "./index";
import { BankShare } from "./share";
import { findDefaultConnection } from "./stored";

/** Where an organisation's live accounts are opened, and its share of their payments if it has one. */
export interface AccountIssuer {
  connection: LiveConnection;
  share?: BankShare;
}

/** What the operator granted an organisation at the deployment's connections. */
interface Grant {
  mayUseDeployment: boolean;
  shareProvider: string | null;
  share: unknown;
}

/**
 * Returns where an organisation's live accounts are opened: at its default connection, else at the deployment's with its
 * share, else at the deployment's own account if the operator allowed that. Throws `Failure("no_bank_connection")` without
 * any of these, so that no payment reaches an account of somebody else; `Failure("unavailable")` if the chosen connection
 * is unreadable or not configured.
 */
export async function requireAccountIssuer(organisationId: Id<"organisation">): Promise<AccountIssuer> {
  const own = await findDefaultConnection(organisationId);
  if (own) return { connection: own };
  const [grant] = await systemDb().sql<Grant[]>`
    select may_use_deployment, share_provider, share from bank_grants where organisation_id = ${organisationId}`;
  if (!grant?.shareProvider && !grant?.mayUseDeployment)
    throw new Failure("no_bank_connection", {
      detail:
        "The organisation has no bank connection that issues accounts. An owner adds one under Settings, Bank connections.",
    });
  const connection = findDeploymentIssuer(grant);
  if (!connection)
    throw bankUnavailable(
      grant.shareProvider
        ? `an organisation has a share at ${grant.shareProvider}, which is not in BANK_PROVIDERS`
        : "No configured bank issues accounts",
    );
  return { connection, ...(grant.shareProvider && { share: BankShare.parse(grant.share) }) };
}

const findDeployment = (name: string | undefined) =>
  listDeploymentConnections().find(({ provider }) => provider.name === name);

/**
 * Returns the deployment's connection at which an organisation without a connection of its own gets its accounts: that of its
 * share, else the first that issues accounts, with the permission; `undefined` without either, or if the bank is not
 * configured.
 */
export function findDeploymentIssuer(grant: Omit<Grant, "share"> | undefined): LiveConnection | undefined {
  if (grant?.shareProvider) return findDeployment(grant.shareProvider);
  return grant?.mayUseDeployment ? findDeployment(findAccountIssuer()?.name) : undefined;
}
