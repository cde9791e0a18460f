import { SANDBOX_CONNECTION } from "@/lib/bank";
import { type Id, newId, terminalFragment } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { devicePairings, terminals } from "@/lib/db/schema";
import type { TerminalRow } from "./terminal-json";

/** The start of pairings that always apply: a test payment may have any time. */
const ALWAYS = new Date(0);

/**
 * Creates a new session's terminals, `Terminal 1` to `Terminal <count>` (§4.1). In test mode a terminal's own
 * `terminal_id` counts as its device, so that a platform can try payments without a device.
 */
export async function provisionTerminals(
  { orm }: Db,
  scope: Scope,
  session: { sessionId: Id<"session">; count: number; assignedAt: Date },
): Promise<TerminalRow[]> {
  const { sessionId, count, assignedAt } = session;
  if (count === 0) return [];
  const owned = { sessionId, organisationId: scope.organisationId, mode: scope.mode };
  const rows = Array.from({ length: count }, (_, index) => ({
    ...owned,
    id: newId("terminal"),
    terminalId: `pos_${terminalFragment(sessionId)}_${String(index + 1).padStart(3, "0")}`,
    position: index + 1,
    assignedAt,
  }));
  await orm.insert(terminals).values(rows);
  if (scope.mode === "test") {
    const pairings = rows.map(({ terminalId }) => ({
      ...owned,
      id: newId("pairing"),
      terminalId,
      bankConnectionId: SANDBOX_CONNECTION,
      device: terminalId,
      pairedFrom: ALWAYS,
    }));
    await orm.insert(devicePairings).values(pairings);
  }
  return rows;
}
