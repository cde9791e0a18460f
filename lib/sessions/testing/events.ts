import { randomBytes } from "node:crypto";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { CreateSession } from "../contract";
import { createSession } from "../index";

/** Creates an organisation for one test, in test mode. */
export async function newOrganisation(): Promise<Scope> {
  const organisationId = newId("organisation");
  await systemDb().sql`insert into organisations (id, name) values (${organisationId}, ${organisationId})`;
  return { organisationId, mode: "test" };
}

/** Creates an event with an account and two terminals. */
export function createTestEvent(scope: Scope, changes: Record<string, unknown> = {}) {
  return createSession(
    scope,
    CreateSession.parse({
      external_event_id: `event-${randomBytes(4).toString("hex")}`,
      name: "Afrobeats Night",
      collection: { account: true, pos: true, pos_count: 2 },
      ...changes,
    }),
  );
}
