import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { CHUNK_ROWS } from "@/lib/core/pagination";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { requireSession } from "@/lib/db/session-state";
import { type TransactionRow, toTransactionJson, transactionColumns } from "@/lib/transactions";

type NumberedRow = TransactionRow & { sequence: bigint };

/**
 * Lists an operator's transactions in a session, most recent first, in chunks read on demand (§4.6). Payments may be
 * reassigned while the pages are read; each is returned in its state when its chunk was read. Rejects with
 * `Failure("not_found")` for an unknown session or operator.
 */
export async function listOperatorTransactions(
  scope: Scope,
  request: { sessionId: Id<"session">; operatorId: Id<"operator"> },
) {
  const { sessionId, operatorId } = request;
  const { lastSequence } = await asOrganisation(scope.organisationId, async (db) => {
    const state = await requireSession(db, scope, sessionId);
    const [operator] = await db.sql`
      select from operators
      where session_id = ${sessionId} and id = ${operatorId} and organisation_id = ${scope.organisationId}`;
    if (!operator) throw notFound("operator");
    return state;
  });
  const readBelow = (number: bigint) =>
    asOrganisation(
      scope.organisationId,
      (db) => db.sql<NumberedRow[]>`
      select ${transactionColumns(db)}, t.sequence from transactions t
      where t.session_id = ${sessionId} and t.operator_id = ${operatorId} and t.sequence < ${number}
        and t.organisation_id = ${scope.organisationId}
      order by t.sequence desc limit ${CHUNK_ROWS}`,
    );
  return { head: undefined, chunks: readDown(lastSequence + 1n, readBelow) };
}

/** Reads chunks below the lowest sequence read so far, until one is shorter than the chunk size. */
async function* readDown(start: bigint, readBelow: (number: bigint) => Promise<NumberedRow[]>) {
  for (let below: bigint | undefined = start; below !== undefined; ) {
    const rows: NumberedRow[] = await readBelow(below);
    below = rows.length < CHUNK_ROWS ? undefined : rows.at(-1)?.sequence;
    yield { rows: rows.map(toTransactionJson), isLast: below === undefined };
  }
}
