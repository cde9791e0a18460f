import os from "node:os";
import { systemDb } from "@/lib/db/client";
import { createSession } from "@/lib/sessions";
import { takings } from "./takings";

/** The actor in the audit log: the user of the operating system. */
export const COMMAND_LINE_ACTOR = `command line (${os.userInfo().username})`;

/** Reads the audit log of an organisation, oldest entry first. */
export const readAudit = (organisationId: string) =>
  systemDb().sql<
    { action: string; actor: string; origin: string; details: Record<string, string> }[]
  >`select action, actor, origin, details from audit_entries where organisation_id = ${organisationId} order by at, id`;

/** Creates a session with an account and a terminal for an organisation named Eko. */
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
