import type { z } from "zod";
import type { operators } from "@/lib/db/schema";
import type { Operator } from "./contract";

type OperatorRow = Omit<typeof operators.$inferSelect, "email" | "organisationId" | "mode">;

/** §4.4; a missing phone number is `""`. */
export function toOperatorJson(row: OperatorRow): z.output<typeof Operator> {
  return {
    id: row.id,
    session_id: row.sessionId,
    name: row.name,
    phone: row.phone ?? "",
    role: row.role,
    created_at: row.createdAt,
  };
}
