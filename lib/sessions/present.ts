import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import { presentShortTerminal, type TerminalRow } from "@/lib/terminals";
import type { Session } from "./contract";

export interface SessionRow {
  sessionId: Id<"session">;
  status: "active" | "closed";
  externalEventId: string;
  name: string;
  currency: string;
  accountNumber: string | null;
  accountName: string | null;
  bankName: string | null;
  bankCode: string | null;
  createdAt: Date;
}

/** The eight fields of §2.1; what else a session holds stays inside (`docs/not-shown.md`). */
export function presentSession(row: SessionRow, terminals: TerminalRow[]): z.output<typeof Session> {
  return {
    session_id: row.sessionId,
    status: row.status,
    external_event_id: row.externalEventId,
    name: row.name,
    currency: row.currency,
    collection_account:
      row.accountNumber === null
        ? null
        : {
            account_number: row.accountNumber,
            account_name: row.accountName ?? "",
            bank_name: row.bankName ?? "",
            bank_code: row.bankCode ?? "",
          },
    pos_terminals: terminals.map(presentShortTerminal),
    created_at: row.createdAt,
  };
}
