import { type Id, terminalLabel } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";

/** Enough to choose from; in longer lists, people look for the latest. */
const MAX_TARGETS = 100;

interface TestTarget {
  sessionId: Id<"session">;
  name: string;
  hasAccount: boolean;
  terminals: { id: string; label: string }[];
}

/** Lists an organisation's open events that are not archived, latest first, with the ways to pay into each. */
export async function listTestTargets({ organisationId, mode }: Scope): Promise<TestTarget[]> {
  const rows = await asOrganisation(
    organisationId,
    async ({ sql }) => sql<(Omit<TestTarget, "terminals"> & { terminalIds: string[] })[]>`
      select s.session_id, s.name, s.account_number is not null as has_account,
        array(select terminal_id from terminals t where t.session_id = s.session_id order by position) as terminal_ids
      from sessions s join session_states c using (session_id)
      where s.organisation_id = ${organisationId} and s.mode = ${mode} and c.status = 'active'
        and s.archived_at is null
      order by s.created_at desc limit ${MAX_TARGETS}`,
  );
  return rows
    .map(({ terminalIds, ...event }) => ({
      ...event,
      terminals: terminalIds.map((id, index) => ({ id, label: terminalLabel(index + 1) })),
    }))
    .filter(({ hasAccount, terminals }) => hasAccount || terminals.length > 0);
}
