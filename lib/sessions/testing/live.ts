import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";

/** Makes a session of the sandbox a live one, without a bank. Returns its scope. */
export async function makeLive(scope: Scope, sessionId: Id<"session">): Promise<Scope> {
  const { sql } = systemDb();
  await sql`update sessions set mode = 'live' where session_id = ${sessionId}`;
  await sql`update session_states set mode = 'live' where session_id = ${sessionId}`;
  return { ...scope, mode: "live" };
}
