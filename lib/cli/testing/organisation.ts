import os from "node:os";
import { systemDb } from "@/lib/db/client";
import { createSession } from "@/lib/sessions";
import { takings } from "./takings";

/** Who the audit log says it was: the user of the operating system. */
export const COMMAND_LINE_ACTOR = `command line (${os.userInfo().username})`;

/** The audit log of an organisation, the oldest entry first. */
export const auditOf = (organisationId: string) =>
  systemDb().sql<
    { action: string; actor: string; origin: string; details: Record<string, string> }[]
  >`select action, actor, origin, details from audit_entries where organisation_id = ${organisationId} order by at, id`;

/** Opens a session with an account and a terminal, of an organisation named Eko. */
export async function sessionWithTerminal() {
  const { value } = await takings("keys issue --organisation Eko");
  const scope = { organisationId: value.organisation_id, mode: "test" as const };
  const session = await createSession(scope, {
    external_event_id: "e",
    name: "Eko Night",
    currency: undefined,
    starts_at: undefined,
    ends_at: undefined,
    collection: { account: true, pos: true, pos_count: 1 },
    webhook_url: undefined,
    metadata: undefined,
  });
  return { sessionId: session.session_id, terminalId: session.pos_terminals[0]?.terminal_id ?? "" };
}
