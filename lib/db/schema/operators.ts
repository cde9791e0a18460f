import { foreignKey, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { id, instant, owner } from "../columns";
import { sessions } from "./sessions";
import { terminals } from "./terminals";

/** The cashiers and gate staff of a session. Written when operators are added, read by lists. Tens per session. */
export const operators = pgTable(
  "operators",
  {
    sessionId: id("session", "session_id")
      .notNull()
      .references(() => sessions.sessionId),
    id: id("operator", "id").notNull(),
    ...owner(),
    name: text("name").notNull(),
    email: text("email"),
    phone: text("phone"),
    role: text("role").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.id] })],
);

/**
 * The assignments of operators to terminals by time; intervals of one terminal never overlap. Written under the lock
 * of the session's row in `session_states`, read by the recording statement through `operator_assignments_terminal`.
 */
export const operatorAssignments = pgTable(
  "operator_assignments",
  {
    sessionId: id("session", "session_id").notNull(),
    id: id("assignment", "id").notNull(),
    ...owner(),
    terminalId: text("terminal_id").notNull(),
    operatorId: id("operator", "operator_id").notNull(),
    assignedFrom: instant("assigned_from").notNull(),
    assignedTo: instant("assigned_to"),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.id] }),
    foreignKey({
      columns: [table.sessionId, table.operatorId],
      foreignColumns: [operators.sessionId, operators.id],
    }),
    foreignKey({
      columns: [table.sessionId, table.terminalId],
      foreignColumns: [terminals.sessionId, terminals.terminalId],
    }),
    index("operator_assignments_terminal").on(table.sessionId, table.terminalId, table.assignedFrom.desc()),
  ],
);
