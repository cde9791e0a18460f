import { assertDefined } from "@/lib/core/assert";
import type { Id } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { issueApiKey } from "@/lib/organisations";
import { verifyTotals } from "@/lib/reconciliation";
import { startTakings } from "./baselines/start";

/** The path of the banks' notices. */
export const BANK = "/v1/webhooks/bank";

/** A session as the bench needs it. */
export interface Ground {
  sessionId: Id<"session">;
  account: string;
}

let organisation: { apiKey: string } | undefined;

/** The key of the bench's organisation. */
export async function apiKey(): Promise<string> {
  organisation ??= await issueApiKey({ organisation: "Bench", mode: "test" });
  return organisation.apiKey;
}

/** Opens sessions over the API of a running product, one for each URL that is to get its events, or none. */
export async function openSessions(
  port: number,
  webhooks: (string | undefined)[],
  terminals = 0,
): Promise<Ground[]> {
  const key = await apiKey();
  const open = async (webhook: string | undefined, index: number): Promise<Ground> => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/sessions`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({
        external_event_id: `bench-${index}`,
        name: `Bench ${index}`,
        collection: { account: true, pos: terminals > 0, ...(terminals > 0 && { pos_count: terminals }) },
        ...(webhook && { webhook_url: webhook }),
      }),
    });
    if (!answer.ok) throw new Error(`a session was not opened: ${await answer.text()}`);
    const { data } = await answer.json();
    return { sessionId: data.session_id, account: data.collection_account.account_number };
  };
  return Promise.all(webhooks.map(open));
}

/** Opens sessions without webhooks by a product that runs for this only. */
export async function openSilentSessions(count: number): Promise<Ground[]> {
  const opener = await startTakings();
  try {
    return await openSessions(opener.port, Array(count).fill(undefined));
  } finally {
    await opener.stop();
  }
}

/** How many transactions are stored in all. */
export async function countStored(): Promise<number> {
  const [row] = await systemDb().sql<{ count: number }[]>`select count(*)::int as count from transactions`;
  return assertDefined(row, "a count is a row").count;
}

/** Takes what is still to be sent off the next cell's hands: each event fails with an attempt of its own. */
export async function forgetEvents(): Promise<void> {
  await systemDb().sql`
    with forgotten as (
      update deliveries set state = 'failed', attempt_count = attempt_count + 1, changed_at = clock_timestamp()
      where state = 'pending' returning *
    )
    insert into delivery_attempts (session_id, delivery_id, number, organisation_id, mode, started_at, duration_ms, error)
    select session_id, id, attempt_count, organisation_id, mode, changed_at, 0, 'Forgotten by the bench.' from forgotten`;
}

/** Throws unless exactly what was accepted since `before` is stored. */
export async function requireStored(what: string, before: number, accepted: number): Promise<void> {
  const stored = (await countStored()) - before;
  if (stored !== accepted) throw new Error(`${what}: ${accepted} accepted, ${stored} stored`);
}

/** Derives every total again. Throws where one is wrong. */
export async function requireNoDifference(): Promise<string> {
  const { sessions, differences } = await verifyTotals({});
  if (differences.length > 0)
    throw new Error(`totals differ from transactions: ${JSON.stringify(differences[0])}`);
  return `\`takings verify\` over ${sessions} sessions: 0 differences.`;
}
