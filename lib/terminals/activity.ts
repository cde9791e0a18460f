import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { readInChunks, toNumberRange, toPage } from "@/lib/core/pagination";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { requireSession } from "@/lib/db/session-state";
import { type TransactionRow, toTransactionJson, transactionColumns } from "@/lib/transactions";
import { type TerminalRow, toTerminalJson } from "./terminal-json";

interface Request {
  sessionId: Id<"session">;
  terminalId: string;
  limit: bigint;
  offset: bigint;
}

interface Head extends TerminalRow {
  lastNumber: bigint;
  volume: bigint;
}

/**
 * Gets a terminal, its summary and its transactions, most recent first (§4.8), by the terminal's own gapless
 * sequence. Head and totals are of one snapshot. Throws `Failure("not_found")` for an unknown session or terminal.
 */
export async function getTerminalActivity(scope: Scope, request: Request) {
  const { sessionId, terminalId } = request;
  const head = await asOrganisation(scope.organisationId, async (db) => {
    const [, [row]] = await Promise.all([
      requireSession(db, scope, sessionId),
      db.sql<Head[]>`
        select t.id, t.terminal_id, t.position, t.assigned_at,
          t.last_sequence as last_number,
          (select coalesce(sum(amount), 0)::bigint from session_totals s
            where s.session_id = t.session_id and s.terminal_id = t.terminal_id and s.status = 'successful') as volume
        from terminals t
        where t.session_id = ${sessionId} and t.terminal_id = ${terminalId} and t.organisation_id = ${scope.organisationId}`,
    ]);
    if (!row) throw notFound("terminal");
    return row;
  });
  const range = toNumberRange(head.lastNumber, request);
  const chunks = readInChunks(range, ({ after, upTo }) =>
    asOrganisation(scope.organisationId, async (db) => {
      const rows = await db.sql<TransactionRow[]>`
        select ${transactionColumns(db)} from transactions t
        where t.session_id = ${sessionId} and t.terminal_id = ${terminalId}
          and t.terminal_sequence > ${after} and t.terminal_sequence <= ${upTo}
          and t.organisation_id = ${scope.organisationId}
        order by t.terminal_sequence desc`;
      return rows.map(toTransactionJson);
    }),
  );
  const summary = { transaction_count: Number(head.lastNumber), total_volume: head.volume };
  return { head: { terminal: toTerminalJson(head), summary }, chunks, page: toPage(range, request) };
}
