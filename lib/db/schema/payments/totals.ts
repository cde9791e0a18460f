import { date, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Channel, TransactionStatus } from "@/lib/core/transaction";
import { bigintColumn, id, kobo, owner } from "../../columns";

/**
 * A session's totals by channel, terminal, operator and status. Updated in the SQL transaction of each change, under
 * the lock of the session's row in `session_states`. `""` means no terminal or no operator. At most a few hundred
 * rows per session; a summary reads all of them by the first column of the key.
 */
export const sessionTotals = pgTable(
  "session_totals",
  {
    sessionId: id("session", "session_id").notNull(),
    channel: text("channel").$type<Channel>().notNull(),
    terminalId: text("terminal_id").notNull(),
    operatorId: text("operator_id").notNull(),
    status: text("status").$type<TransactionStatus>().notNull(),
    ...owner(),
    count: bigintColumn("count").notNull(),
    amount: kobo("amount").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.sessionId, table.channel, table.terminalId, table.operatorId, table.status],
    }),
  ],
);

/** The gross amount settled on each calendar day; updated like the totals. One row per settlement day. */
export const settlementTotals = pgTable(
  "settlement_totals",
  {
    sessionId: id("session", "session_id").notNull(),
    settledOn: date("settled_on", { mode: "string" }).notNull(),
    ...owner(),
    count: bigintColumn("count").notNull(),
    amount: kobo("amount").notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.settledOn] })],
);
