import { date, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { id, kobo, owner, whole } from "../columns";
import type { Channel, TransactionStatus } from "./transactions";

/**
 * A session's totals by channel, terminal, operator and status, kept in the SQL transaction that changes them, under
 * the session's counter row. `""` stands for no terminal and no operator. At most a few hundred rows a session,
 * whatever it takes; a summary reads them all by the key's first column.
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
    count: whole("count").notNull(),
    amount: kobo("amount").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.sessionId, table.channel, table.terminalId, table.operatorId, table.status],
    }),
  ],
);

/** What was settled on each calendar day, gross; kept like the totals. A row a settlement day. */
export const settlementTotals = pgTable(
  "settlement_totals",
  {
    sessionId: id("session", "session_id").notNull(),
    settledOn: date("settled_on", { mode: "string" }).notNull(),
    ...owner(),
    count: whole("count").notNull(),
    amount: kobo("amount").notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.settledOn] })],
);
