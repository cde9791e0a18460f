import type { Id } from "@/lib/core/ids";
import { readInChunks, toNumberRange, toPage } from "@/lib/core/pagination";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { requireSession } from "@/lib/db/session-state";
import { type TransactionRow, toTransactionJson, transactionColumns } from "./rows";

interface PageRequest {
  sessionId: Id<"session">;
  limit: bigint;
  offset: bigint;
}

/**
 * Lists a session's transactions, most recent first, in chunks that are read on demand (§4.9). Pages are located by the
 * session's gapless sequence, so every page costs the same, and a connection is used only while a chunk is read.
 * Rejects with `Failure("not_found")` before the first chunk for an unknown session.
 */
export async function listTransactions(scope: Scope, page: PageRequest) {
  const { lastSequence } = await asOrganisation(scope.organisationId, (db) =>
    requireSession(db, scope, page.sessionId),
  );
  const range = toNumberRange(lastSequence, page);
  const chunks = readInChunks(range, ({ after, upTo }) =>
    asOrganisation(scope.organisationId, async (db) => {
      const rows = await db.sql<TransactionRow[]>`
        select ${transactionColumns(db)} from transactions t
        where t.session_id = ${page.sessionId} and t.sequence > ${after} and t.sequence <= ${upTo}
          and t.organisation_id = ${scope.organisationId}
        order by t.sequence desc`;
      return rows.map(toTransactionJson);
    }),
  );
  return { head: undefined, chunks, page: toPage(range, page) };
}
