/** Guarantee: each organisation-wide endpoint gets every event of the types that it asks for, once, signed with its own secret. */
import { afterEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { EventType } from "@/lib/core/transaction";
import { asOrganisationTx, systemDb, systemTx } from "@/lib/db/client";
import { listSigningSecrets } from "@/lib/organisations";
import { verifyTotals } from "@/lib/reconciliation";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { useTestDatabase } from "@/lib/testing/database";
import { eventually } from "@/lib/testing/eventually";
import {
  createOrganisationEndpoint,
  deliverDue,
  recordEvents,
  removeOrganisationEndpoint,
  startSender,
  stopSender,
  updateOrganisationEndpoint,
} from "@/lib/webhooks";
import { addSecret, claimAll } from "@/lib/webhooks/testing/deliveries";
import { isSignedBy, startReceiver } from "@/lib/webhooks/testing/receiver";
import { recordCredit } from "./recording/record";
import { createIncomingCredit, openTestSession } from "./testing/sessions";

process.env.WEBHOOK_TIMEOUT_MS = "2000";
process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
useTestDatabase();
afterEach(stopSender);

const BOTH: EventType[] = ["transaction.received", "expected_payment.updated"];

async function openSession(webhookUrl?: string) {
  const session = await openTestSession("test", webhookUrl);
  await addSecret(session.scope.organisationId, newSigningSecret(), null);
  return session;
}
const addEndpoint = (scope: Scope, url: string, eventTypes: EventType[] = ["transaction.received"]) =>
  createOrganisationEndpoint(scope, { name: "", url, eventTypes });
const pay = (account: string, paymentKey: string, status: "pending" | "successful" = "successful") =>
  recordCredit(createIncomingCredit({ account, paymentKey, status }));
const listDeliveries = (organisationId: string) => systemDb().sql<
  { id: string; endpoint: string; status: string | null; body: string; isWide: boolean; state: string }[]
>`
  select id, webhook_endpoint_id as endpoint, transaction_status as status, body, is_organisation_wide as is_wide, state
  from webhook_deliveries where organisation_id = ${organisationId} order by id`;
const expectNoDifference = async () => expect((await verifyTotals({})).differences).toEqual([]);

test("both the session's URL and every organisation-wide endpoint get the same body, each with its own id and secret", async () => {
  const receiver = await startReceiver();
  const { scope, account } = await openSession(receiver.url);
  // The same URL as the session's: an endpoint of its own.
  const wide = [await addEndpoint(scope, receiver.url), await addEndpoint(scope, `${receiver.url}/wide`)];
  startSender();
  await pay(account, "one");
  await eventually(() => expect(receiver.received).toHaveLength(3));
  const rows = await listDeliveries(scope.organisationId);
  expect(new Set(rows.map(({ body }) => body)).size).toBe(1);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
  expect(
    rows
      .filter(({ isWide }) => isWide)
      .map(({ endpoint }) => endpoint)
      .sort(),
  ).toEqual(wide.sort());
  const own = (await listSigningSecrets(scope)).map(({ secret }) => secret);
  for (const received of receiver.received) {
    const row = rows.find(({ id }) => id === received.headers["webhook-id"]);
    expect(received.body.toString()).toBe(row?.body);
    const endpointSecrets = await listSigningSecrets({
      ...scope,
      webhookEndpointId: row?.endpoint as `we_${string}`,
    });
    const secrets = row?.isWide ? endpointSecrets.map(({ secret }) => secret) : own;
    expect(secrets).toHaveLength(1);
    expect(isSignedBy(received, secrets)).toBe(true);
  }
  await eventually(expectNoDifference);
});

test("a session without a URL is sent to organisation-wide endpoints, in the order of the statuses", async () => {
  const receiver = await startReceiver((response, number) =>
    setTimeout(() => response.end(), number === 1 ? 300 : 0),
  );
  const { scope, account } = await openSession();
  await addEndpoint(scope, receiver.url);
  startSender();
  await pay(account, "late", "pending");
  await pay(account, "late", "successful");
  await pay(account, "late", "successful");
  await eventually(() => expect(receiver.received).toHaveLength(2));
  const statuses = receiver.received.map(({ body }) => JSON.parse(body.toString()).data.status);
  expect(statuses).toEqual(["pending", "successful"]);
  expect(await listDeliveries(scope.organisationId)).toHaveLength(2);
  await eventually(expectNoDifference);
});

test("other organisations, other types and removed endpoints get nothing", async () => {
  const { scope, account } = await openSession();
  const other = await openSession();
  await addEndpoint(other.scope, "http://127.0.0.1:9/other");
  await addEndpoint(scope, "http://127.0.0.1:9/type", ["expected_payment.updated"]);
  const removed = await addEndpoint(scope, "http://127.0.0.1:9/removed");
  await pay(account, "before");
  expect(await listDeliveries(scope.organisationId)).toMatchObject([{ endpoint: removed, state: "pending" }]);
  await removeOrganisationEndpoint(scope, removed);
  await pay(account, "after");
  expect(await listDeliveries(scope.organisationId)).toMatchObject([{ endpoint: removed, state: "failed" }]);
  expect(await listDeliveries(other.scope.organisationId)).toEqual([]);
  await expectNoDifference();
});

test("an endpoint that was added after `pending` gets the final status", async () => {
  const { scope, account } = await openSession();
  await pay(account, "between", "pending");
  const endpoint = await addEndpoint(scope, "http://127.0.0.1:9/between");
  await pay(account, "between", "successful");
  expect(await listDeliveries(scope.organisationId)).toMatchObject([{ endpoint, status: "successful" }]);
  await expectNoDifference();
});

test("waiting events follow a changed URL with the same id and body", async () => {
  const receiver = await startReceiver();
  const { scope, account } = await openSession();
  const endpoint = await addEndpoint(scope, "http://127.0.0.1:9/old");
  await pay(account, "moved");
  const [row] = await listDeliveries(scope.organisationId);
  await updateOrganisationEndpoint(scope, endpoint, {
    name: "New",
    url: receiver.url,
    eventTypes: ["transaction.received"],
  });
  await deliverDue({ budgetMs: 3_000 });
  expect(receiver.received[0]?.headers["webhook-id"]).toBe(row?.id);
  expect(receiver.received[0]?.body.toString()).toBe(row?.body);
});

test("an event of another type is recorded once per endpoint that asks for it, as either role", async () => {
  const receiver = await startReceiver();
  const { scope, sessionId } = await openSession(receiver.url);
  const endpoint = await addEndpoint(scope, `${receiver.url}/wide`, BOTH);
  await addEndpoint(scope, `${receiver.url}/not-asked`);
  const event = {
    ...{ organisationId: scope.organisationId, mode: scope.mode, sessionId },
    ...{ subjectId: newId("delivery"), state: "paid", body: `{"event":"expected_payment.updated","₦":"'"}` },
  };
  const record = (state: string) => (db: Parameters<typeof recordEvents>[0]) =>
    recordEvents(db, "expected_payment.updated", [{ ...event, state }]);
  expect(await systemTx(record("paid"))).toBe(1);
  expect(await systemTx(record("paid"))).toBe(0);
  expect(await asOrganisationTx(scope.organisationId, record("overpaid"))).toBe(1);
  await expect(
    systemTx(async (db) => {
      await record("expired")(db);
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  const rows = await listDeliveries(scope.organisationId);
  expect(rows).toMatchObject([{ endpoint }, { endpoint }]);
  expect(await claimAll()).toMatchObject([{ isInterim: false }, { isInterim: false }]);
  await systemDb().sql`update webhook_deliveries set due_at = clock_timestamp() - interval '1 second'`;
  await deliverDue({ budgetMs: 3_000 });
  expect(receiver.received.map(({ url, body }) => [url, body.toString()])).toEqual([
    ["/hook/wide", event.body],
    ["/hook/wide", event.body],
  ]);
});
