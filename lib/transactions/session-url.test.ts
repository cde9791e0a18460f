/** Guarantee: a changed webhook URL loses and doubles no event; waiting events follow it with the same id and body. */
import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { systemDb, systemTx } from "@/lib/db/client";
import { verifyTotals } from "@/lib/reconciliation";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { useTestDatabase } from "@/lib/testing/database";
import { changeWebhookUrl, deliverDue, replayDelivery, webhookEndpointId } from "@/lib/webhooks";
import { addSecret, claimAll } from "@/lib/webhooks/testing/deliveries";
import { startReceiver } from "@/lib/webhooks/testing/receiver";
import { recordCredit } from "./recording/record";
import { createIncomingCredit, openTestSession } from "./testing/sessions";

process.env.WEBHOOK_TIMEOUT_MS = "2000";
process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
useTestDatabase();

const OLD = "http://127.0.0.1:9/old";

async function openSession(webhookUrl?: string) {
  const session = await openTestSession("test", webhookUrl);
  await addSecret(session.scope.organisationId, newSigningSecret(), null);
  return { ...session, scope: { ...session.scope, isCommandLine: true as const } };
}
const pay = (account: string, paymentKey: string, status: "pending" | "successful" = "successful") =>
  recordCredit(createIncomingCredit({ account, paymentKey, status }));
const listDeliveries = (sessionId: string) => systemDb().sql<
  { id: string; endpoint: string; status: string; body: string; state: string }[]
>`
  select id, webhook_endpoint_id as endpoint, transaction_status as status, body, state
  from webhook_deliveries where session_id = ${sessionId} order by id`;
const expectNoDifference = async () => expect((await verifyTotals({})).differences).toEqual([]);

test("waiting events follow, delivered ones stay, and each status has one event", async () => {
  const [old, fresh] = [await startReceiver(), await startReceiver()];
  const { scope, sessionId, account } = await openSession(old.url);
  await pay(account, "delivered");
  await pay(account, "late", "pending");
  await deliverDue({ budgetMs: 3_000 });
  expect(old.received).toHaveLength(2);
  await pay(account, "waiting");
  const before = await listDeliveries(sessionId);
  expect(await changeWebhookUrl(scope, sessionId, fresh.url)).toEqual({ moved: 1 });
  expect(await changeWebhookUrl(scope, sessionId, fresh.url)).toEqual({ moved: 0 });
  await pay(account, "late", "successful");
  await deliverDue({ budgetMs: 3_000 });
  expect(old.received).toHaveLength(2);
  expect(fresh.received).toHaveLength(2);
  const moved = fresh.received.find(({ headers }) => headers["webhook-id"] === before[2]?.id);
  expect(moved?.body.toString()).toBe(before[2]?.body);
  const after = await listDeliveries(sessionId);
  expect(after.map(({ id }) => id).slice(0, 3)).toEqual(before.map(({ id }) => id));
  expect(after.map(({ endpoint }) => endpoint)).toEqual([
    webhookEndpointId(scope, old.url),
    webhookEndpointId(scope, old.url),
    webhookEndpointId(scope, fresh.url),
    webhookEndpointId(scope, fresh.url),
  ]);
  await expectNoDifference();
  // A replay goes to the URL that the session has now.
  expect(await replayDelivery(scope, before[0]?.id as `evt_${string}`)).toBe(true);
  await deliverDue({ budgetMs: 3_000 });
  expect(fresh.received).toHaveLength(3);
  await expectNoDifference();
});

test("an attempt in flight ends at the old URL and is not made again at the new one", async () => {
  const fresh = await startReceiver();
  const { scope, sessionId, account } = await openSession(OLD);
  await pay(account, "in flight");
  expect(await claimAll()).toHaveLength(1);
  await changeWebhookUrl(scope, sessionId, fresh.url);
  await deliverDue({ budgetMs: 3_000 });
  expect(fresh.received).toEqual([]);
});

test("recording that has read the old URL is retried and writes to the new one", async () => {
  const { scope, sessionId, account } = await openSession(OLD);
  let recorded: Promise<unknown> | undefined;
  await systemTx(async ({ sql }) => {
    await sql`select from session_states where session_id = ${sessionId} for update`;
    // Its snapshot has the old URL; it waits for the state row.
    recorded = pay(account, "raced");
    await new Promise((resolve) => setTimeout(resolve, 300));
    const url = "http://127.0.0.1:9/new";
    const endpointId = webhookEndpointId(scope, url);
    await sql`insert into webhook_endpoints (id, organisation_id, mode, url, origin)
      values (${endpointId}, ${scope.organisationId}, 'test', ${url}, 'http://127.0.0.1:9')`;
    await sql`update session_states set webhook_version = webhook_version + 1 where session_id = ${sessionId}`;
    await sql`update sessions set webhook_url = ${url}, webhook_endpoint_id = ${endpointId}, webhook_version = webhook_version + 1
      where session_id = ${sessionId}`;
  });
  await recorded;
  expect(await listDeliveries(sessionId)).toMatchObject([
    { endpoint: webhookEndpointId(scope, "http://127.0.0.1:9/new") },
  ]);
});

test("a first URL gets the events of later payments only", async () => {
  const fresh = await startReceiver();
  const { scope, sessionId, account } = await openSession();
  await pay(account, "before");
  await pay(account, "between", "pending");
  await changeWebhookUrl(scope, sessionId, fresh.url);
  await pay(account, "between", "successful");
  await pay(account, "after");
  await deliverDue({ budgetMs: 3_000 });
  const statuses = fresh.received.map(({ body }) => JSON.parse(body.toString()).data.status);
  expect(statuses).toEqual(["successful", "successful"]);
  await expectNoDifference();
});

test("a forbidden URL and a foreign session are refused, and the change is in the audit log without its path", async () => {
  const { scope, sessionId } = await openSession(OLD);
  const other = await openSession();
  for (const url of ["http://10.0.0.1/hook", "ftp://example.com", "https://user:pw@example.com/"])
    await expect(changeWebhookUrl(scope, sessionId, url)).rejects.toMatchObject({ code: "invalid_request" });
  for (const foreign of [other.sessionId, newId("session")])
    await expect(changeWebhookUrl(scope, foreign, "https://example.com/")).rejects.toMatchObject({
      code: "not_found",
    });
  await changeWebhookUrl(scope, sessionId, "https://example.com/hook?token=secret");
  const entries = await systemDb().sql<{ details: Record<string, string> }[]>`
    select details from audit_entries where session_id = ${sessionId} and action = 'changed_webhook_url'`;
  expect(entries).toEqual([
    {
      details: {
        from: webhookEndpointId(scope, OLD),
        to: webhookEndpointId(scope, "https://example.com/hook?token=secret"),
        host: "example.com",
      },
    },
  ]);
});
