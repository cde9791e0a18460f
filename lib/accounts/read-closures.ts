import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import { type Db, systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { accountClosures } from "@/lib/db/schema";
import type { AccountClosure } from "./contract";

type Row = RowOf<typeof accountClosures, "state" | "closesAt" | "finishedAt" | "reason">;

/** Reads the closing of a session's account; null if there is none. The caller has checked that the session is its own. */
export async function readClosure(
  { sql }: Db,
  sessionId: Id<"session">,
): Promise<z.output<typeof AccountClosure> | null> {
  const [row] = await sql<Row[]>`
    select state, closes_at, finished_at, reason from account_closures where session_id = ${sessionId}`;
  if (!row) return null;
  const { state, closesAt, finishedAt, reason } = row;
  return { state, closes_at: closesAt, finished_at: finishedAt, reason };
}

/** An account that is still open at its bank after its event's close. */
export interface OpenAccount extends Row {
  sessionId: Id<"session">;
  bankConnectionId: Id<"bankConnection">;
}

/** Lists the accounts that wait to be closed or whose bank refused, earliest first, for the operator of the deployment. */
export function listClosures(): Promise<OpenAccount[]> {
  return systemDb().sql<OpenAccount[]>`
    select session_id, bank_connection_id, state, closes_at, finished_at, reason from account_closures
    where state <> 'closed' order by closes_at, session_id`;
}
