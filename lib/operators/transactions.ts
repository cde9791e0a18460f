import { notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import { CHUNK_ROWS } from "@/lib/core/page";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { requireSession } from "@/lib/db/guard";
import { type TransactionRow, transactionColumns } from "@/lib/transactions";

type NumberedRow = TransactionRow & { number: bigint };

/**
 * Everything an operator took in a session, most recent first, in chunks read as they are taken (§4.6). Payments can
 * be moved to or from an operator while the pages are read; each is then told as it stood when its chunk was read.
 * Rejects with `Failure("not_found")` for an unknown session or operator.
 */
export async function listOperatorTransactions(
  scope: Scope,
  request: { sessionId: Id<"session">; operatorId: Id<"operator"> },
) {
  const { sessionId, operatorId } = request;
  const { lastNumber } = await asOrganisation(scope.organisationId, async (db) => {
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
      select ${transactionColumns(db)}, t.number from transactions t
      where t.session_id = ${sessionId} and t.operator_id = ${operatorId} and t.number < ${number}
        and t.organisation_id = ${scope.organisationId}
      order by t.number desc limit ${CHUNK_ROWS}`,
    );
  return { head: undefined, chunks: readDown(lastNumber + 1n, readBelow) };
}

/** Reads chunk after chunk below the lowest number read so far, until one comes back short. */
async function* readDown(start: bigint, readBelow: (number: bigint) => Promise<NumberedRow[]>) {
  for (let below: bigint | undefined = start; below !== undefined; ) {
    const rows: NumberedRow[] = await readBelow(below);
    below = rows.length < CHUNK_ROWS ? undefined : rows.at(-1)?.number;
    yield { rows, isLast: below === undefined };
  }
}
