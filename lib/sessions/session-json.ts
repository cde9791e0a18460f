import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import { type TerminalRow, toShortTerminalJson } from "@/lib/terminals";
import type { CollectionAccount, Session } from "./contract";

/** A session's stored account: all null if none was requested. */
export interface AccountRow {
  accountNumber: string | null;
  accountName: string | null;
  bankName: string | null;
  bankCode: string | null;
}

export interface SessionRow extends AccountRow {
  sessionId: Id<"session">;
  status: "active" | "closed";
  externalEventId: string;
  name: string;
  currency: string;
  createdAt: Date;
}

/** The account of §2.2; null if a session has none. */
export function toAccountJson(row: AccountRow): z.output<typeof CollectionAccount> | null {
  if (row.accountNumber === null) return null;
  return {
    account_number: row.accountNumber,
    account_name: row.accountName ?? "",
    bank_name: row.bankName ?? "",
    bank_code: row.bankCode ?? "",
  };
}

/** The eight fields of §2.1; a session's other fields are internal (`docs/not-shown.md`). */
export function toSessionJson(row: SessionRow, terminals: TerminalRow[]): z.output<typeof Session> {
  return {
    session_id: row.sessionId,
    status: row.status,
    external_event_id: row.externalEventId,
    name: row.name,
    currency: row.currency,
    collection_account: toAccountJson(row),
    pos_terminals: terminals.map(toShortTerminalJson),
    created_at: row.createdAt,
  };
}
