import type { Id } from "@/lib/core/ids";
import { rangeOfPage, readInChunks } from "@/lib/core/page";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { requireSession } from "@/lib/db/guard";
import { type TransactionRow, transactionColumns } from "./rows";

interface Page {
  sessionId: Id<"session">;
  limit: bigint;
  offset: bigint;
}

/**
 * Lists a session's transactions, most recent first, in chunks read as they are taken (§4.9). The session's own
 * gapless number finds any page at the same cost, and each chunk holds a connection only while it is read.
 * Rejects with `Failure("not_found")` before the first chunk for an unknown session.
 */
export async function listTransactions(scope: Scope, page: Page) {
  const { lastNumber } = await asOrganisation(scope.organisationId, (db) =>
    requireSession(db, scope, page.sessionId),
  );
  const chunks = readInChunks(rangeOfPage(lastNumber, page), ({ after, upTo }) =>
    asOrganisation(
      scope.organisationId,
      (db) => db.sql<TransactionRow[]>`
      select ${transactionColumns(db)} from transactions t
      where t.session_id = ${page.sessionId} and t.number > ${after} and t.number <= ${upTo}
        and t.organisation_id = ${scope.organisationId}
      order by t.number desc`,
    ),
  );
  return { head: undefined, chunks };
}
