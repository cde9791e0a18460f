import type { Id } from "@/lib/core/ids";
import { CHUNK_ROWS, type Chunk } from "@/lib/core/pagination";
import type { Scope } from "@/lib/core/scope";
import type { ExpectedPaymentStatus } from "@/lib/core/transaction";
import { asOrganisation, type Db } from "@/lib/db/client";
import { requireSession } from "@/lib/db/session-state";
import { type ExpectedPaymentRow, expectedPaymentColumns, toExpectedPaymentJson } from "./rows";
import { statusExpression } from "./status";

interface PageRequest {
  sessionId: Id<"session">;
  status?: ExpectedPaymentStatus | undefined;
  limit: bigint;
  offset: bigint;
}

type Json = ReturnType<typeof toExpectedPaymentJson>;

/**
 * Lists a session's expected payments, most recent first, in chunks that are read on demand; with `status` only those that
 * have it now. Rejects with `Failure("not_found")` before the first chunk for an unknown session.
 */
export async function listExpectedPayments(scope: Scope, request: PageRequest) {
  const { sessionId, limit, offset } = request;
  const hasMore = await asOrganisation(scope.organisationId, async (db) => {
    await requireSession(db, scope, sessionId);
    return (await readPage(db, scope, { ...request, wanted: 1n, offset: offset + limit })).length > 0;
  });
  return { head: undefined, chunks: readChunks(scope, request), page: { limit, offset, hasMore } };
}

/** Skips `offset` rows once, and continues each chunk below the last row of the one before. */
async function* readChunks(scope: Scope, request: PageRequest): AsyncGenerator<Chunk<Json>> {
  let before: bigint | undefined;
  for (let left = request.limit; ; left -= CHUNK_ROWS) {
    const wanted = left < CHUNK_ROWS ? left : CHUNK_ROWS;
    const found = await asOrganisation(scope.organisationId, (db) =>
      readPage(db, scope, { ...request, wanted, before }),
    );
    before = found.at(-1)?.sequence;
    const isLast = left <= CHUNK_ROWS || found.length < CHUNK_ROWS;
    yield { rows: found.map(toExpectedPaymentJson), isLast };
    if (isLast) return;
  }
}

function readPage(
  db: Db,
  { organisationId }: Scope,
  {
    sessionId,
    status,
    wanted,
    before,
    offset,
  }: PageRequest & { wanted: bigint; before?: bigint | undefined },
) {
  const { sql } = db;
  return sql<(ExpectedPaymentRow & { sequence: bigint })[]>`
    select ${expectedPaymentColumns(db)}, e.sequence from expected_payments e
    where e.session_id = ${sessionId} and e.organisation_id = ${organisationId}
      ${before === undefined ? sql`` : sql`and e.sequence < ${before}`}
      ${status ? sql`and ${statusExpression(db, sql`e.amount_paid`)} = ${status}` : sql``}
    order by e.sequence desc limit ${wanted} offset ${before === undefined ? offset : 0n}`;
}
