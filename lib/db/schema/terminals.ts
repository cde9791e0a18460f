import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bigintColumn, id, instant, owner } from "../columns";
import { bankConnections } from "./bank-connections";
import { sessions } from "./sessions";

/**
 * A session's POS terminals, at most 50, created with it. Recording increments `last_sequence`; lists read by the
 * key.
 */
export const terminals = pgTable(
  "terminals",
  {
    sessionId: id("session", "session_id")
      .notNull()
      .references(() => sessions.sessionId),
    terminalId: text("terminal_id").notNull(),
    id: id("terminal", "id").notNull(),
    ...owner(),
    /** 1, 2, …: the number in the label and in `terminal_id`. */
    position: integer("position").notNull(),
    assignedAt: instant("assigned_at").notNull(),
    /** The terminal's location as free text; used only by the dashboard. */
    location: text("location").notNull().default(""),
    /**
     * The sequence number of the terminal's last transaction; gapless, so that all pages of its activity cost the
     * same.
     */
    lastSequence: bigintColumn("last_sequence").notNull().default(sql`0`),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.terminalId] }),
    index("terminals_terminal_id").on(table.terminalId),
  ],
);

/**
 * The pairings of devices with terminals by time; the one valid at `paid_at` applies. Written by `takings terminals`,
 * and at the creation of test sessions (a terminal's own id counts as its device). Read by the recording statement
 * through `device_pairings_device`. Intervals of one device in one mode never overlap; the pairing functions ensure
 * it. The device belongs to the pairing's organisation (`devices`), except for a terminal's own id.
 */
export const devicePairings = pgTable(
  "device_pairings",
  {
    sessionId: id("session", "session_id").notNull(),
    id: id("pairing", "id").notNull(),
    ...owner(),
    terminalId: text("terminal_id").notNull(),
    /**
     * The connection whose notifications may name the device; `bnk_sandbox` in test mode for any of the deployment's.
     */
    bankConnectionId: id("bankConnection", "bank_connection_id")
      .notNull()
      .references(() => bankConnections.id),
    device: text("device").notNull(),
    pairedFrom: instant("paired_from").notNull(),
    pairedTo: instant("paired_to"),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.id] }),
    foreignKey({
      columns: [table.sessionId, table.terminalId],
      foreignColumns: [terminals.sessionId, terminals.terminalId],
    }),
    index("device_pairings_device").on(table.mode, table.device, table.pairedFrom.desc()),
  ],
);
