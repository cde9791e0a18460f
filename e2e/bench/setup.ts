import { assertDefined } from "@/lib/core/errors/assert";
import type { Id } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { issueApiKey } from "@/lib/organisations";
import { verifyTotals } from "@/lib/reconciliation";
import { startTakings } from "./baselines/start";

/** The path of the banks' notifications. */
export const BANK_PATH = "/v1/webhooks/bank";

/** A session that the bench pays into. */
export interface BenchSession {
  sessionId: Id<"session">;
  account: string;
}

let organisation: { apiKey: string } | undefined;

/** The key of the bench's organisation. */
export async function apiKey(): Promise<string> {
  organisation ??= await issueApiKey(COMMAND_LINE, { organisation: "Bench", mode: "test" });
  return organisation.apiKey;
}

/** Creates sessions over the API of a running product, one for each webhook URL; undefined for none. */
export async function createSessions(
  port: number,
  webhooks: (string | undefined)[],
  terminals = 0,
): Promise<BenchSession[]> {
  const key = await apiKey();
  const open = async (webhook: string | undefined, index: number): Promise<BenchSession> => {
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
    if (!answer.ok) throw new Error(`a session was not created: ${await answer.text()}`);
    const { data } = await answer.json();
    return { sessionId: data.session_id, account: data.collection_account.account_number };
  };
  return Promise.all(webhooks.map(open));
}

/** Creates sessions without webhooks through a product that runs only for this. */
export async function createSessionsWithoutWebhooks(count: number): Promise<BenchSession[]> {
  const opener = await startTakings();
  try {
    return await createSessions(opener.port, Array(count).fill(undefined));
  } finally {
    await opener.stop();
  }
}

/** Counts all stored transactions. */
export async function countStored(): Promise<number> {
  const [row] = await systemDb().sql<{ count: number }[]>`select count(*)::int as count from transactions`;
  return assertDefined(row, "a count is a row").count;
}

/** Marks the unsent events as failed, each with one attempt, so that they do not load the next cell. */
export async function failPendingEvents(): Promise<void> {
  await systemDb().sql`
    with forgotten as (
      update webhook_deliveries set state = 'failed', attempt_count = attempt_count + 1, changed_at = clock_timestamp()
      where state = 'pending' returning *
    )
    insert into webhook_attempts (session_id, delivery_id, number, organisation_id, mode, started_at, duration_ms, error)
    select session_id, id, attempt_count, organisation_id, mode, changed_at, 0, 'Forgotten by the bench.' from forgotten`;
}

/** Throws unless exactly the accepted transactions were stored since `before`. */
export async function assertStored(what: string, before: number, accepted: number): Promise<void> {
  assertEqual(what, accepted, (await countStored()) - before);
}

/** Throws unless as many payments were stored as accepted. */
export function assertEqual(what: string, accepted: number, stored: number): void {
  if (stored !== accepted) throw new Error(`${what}: ${accepted} accepted, ${stored} stored`);
}

/** Recomputes every total. Throws if one is wrong. */
export async function assertNoDifference(): Promise<string> {
  const { sessions, differences } = await verifyTotals({});
  if (differences.length > 0)
    throw new Error(`totals differ from transactions: ${JSON.stringify(differences[0])}`);
  return `\`takings verify\` over ${sessions} sessions: 0 differences.`;
}
