import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { id, instant, owner, whole } from "../columns";
import { bankConnections } from "./bank-connections";
import { sessions } from "./sessions";

/** A session's POS terminals, at most 50, made with it. Recording counts `last_number`; lists read by the key. */
export const terminals = pgTable(
  "terminals",
  {
    sessionId: id("session", "session_id")
      .notNull()
      .references(() => sessions.sessionId),
    terminalId: text("terminal_id").notNull(),
    id: id("terminal", "id").notNull(),
    ...owner(),
    /** 1, 2, …: the label's number and the sequence in `terminal_id`. */
    position: integer("position").notNull(),
    assignedAt: instant("assigned_at").notNull(),
    /** Where it stands, in the words of the event's people; the dashboard's alone. */
    place: text("place").notNull().default(""),
    /** The number of the terminal's last transaction: gapless, so that any page of its activity costs the same. */
    lastNumber: whole("last_number").notNull().default(sql`0`),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.terminalId] }),
    index("terminals_terminal_id").on(table.terminalId),
  ],
);

/**
 * Which device stands for which terminal, from when to when; the one valid at `paid_at` counts. Written by
 * `takings terminals`, and for test sessions by create (a terminal's own id counts as its device). Read by the recording
 * statement through `device_pairings_device`. Intervals of one device in one mode never overlap: the verb sees to it. The
 * device belongs to the pairing's organisation (`devices`), except a terminal's own id.
 */
export const devicePairings = pgTable(
  "device_pairings",
  {
    sessionId: id("session", "session_id").notNull(),
    id: id("pairing", "id").notNull(),
    ...owner(),
    terminalId: text("terminal_id").notNull(),
    /** Whose notifications may name the device; `bnk_sandbox` in test mode: any of the deployment's own. */
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
