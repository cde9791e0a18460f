/** Guarantee: receivers verify every event of an organisation-wide endpoint with `standardwebhooks`, also while its secret is rotated, and its custom headers arrive. */
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { EventType } from "@/lib/core/transaction";
import { systemDb } from "@/lib/db/client";
import { openExpectedSession } from "@/lib/expected-payments/testing/session";
import { listSigningSecrets, rotateSigningSecret } from "@/lib/organisations";
import { useTestDatabase } from "@/lib/testing/database";
import { stopEndpointHours } from "../sending/endpoint-hours";
import { deliverDue } from "../sending/run-delivery-job";
import { makeAllDue } from "../testing/deliveries";
import { type Received, startReceiver } from "../testing/receiver";
import { getOrganisationEndpoint, listOrganisationEndpoints } from "./list-endpoints";
import {
  createOrganisationEndpoint,
  type EndpointInput,
  removeOrganisationEndpoint,
  updateOrganisationEndpoint,
} from "./organisation-endpoints";

process.env.WEBHOOK_TIMEOUT_MS = "2000";
process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
useTestDatabase();

const BOTH: EventType[] = ["transaction.received", "expected_payment.updated"];

const verify = (secret: string | undefined, { body, headers }: Received) =>
  new Webhook(secret ?? "").verify(body.toString(), headers as Record<string, string>);

/** A session with an organisation-wide endpoint for both types, and how its expected payment is paid and all is sent. */
async function setUp(url: string, more: Partial<EndpointInput> = {}) {
  const session = await openExpectedSession();
  const { scope } = session;
  const id = await createOrganisationEndpoint(scope, { name: "Shop", url, eventTypes: BOTH, ...more });
  const payOrder = async (reference: string) => {
    await session.expect({ reference });
    await session.pay({ amount: 500_000n, narration: `NIP ${reference}` });
    await session.match();
    await makeAllDue();
    await deliverDue({ budgetMs: 3_000 });
  };
  const secrets = async () =>
    (await listSigningSecrets({ ...scope, webhookEndpointId: id })).map(({ secret }) => secret);
  return { scope, id, payOrder, secrets };
}

test("during a rotation both secrets verify every event of both types; before it and after the overlap one does", async () => {
  const receiver = await startReceiver();
  const { scope, id, payOrder, secrets } = await setUp(receiver.url);
  const [old] = await secrets();
  await payOrder("ORD-2001");
  const rotated = await rotateSigningSecret(scope, id);
  const current = rotated[0]?.secret;
  expect(rotated.map(({ secret }) => secret)).toEqual([current, old]);
  await payOrder("ORD-2002");
  await systemDb().sql`
    update signing_secrets set retires_at = now() - interval '1 second' where webhook_endpoint_id = ${id} and retires_at is not null`;
  await payOrder("ORD-2003");
  const { received } = receiver;
  const [before, during, after] = [received.slice(0, 2), received.slice(2, 4), received.slice(4)];
  for (const pair of [before, during, after])
    expect(pair.map(({ body }) => JSON.parse(body.toString()).event).sort()).toEqual(BOTH.toSorted());
  for (const one of [...before, ...during]) expect(verify(old, one)).toEqual(JSON.parse(one.body.toString()));
  for (const one of [...during, ...after])
    expect(verify(current, one)).toEqual(JSON.parse(one.body.toString()));
  for (const one of before) expect(() => verify(current, one)).toThrow("No matching signature found");
  for (const one of after) expect(() => verify(old, one)).toThrow("No matching signature found");
  const [paid] = during.filter(({ body }) => body.includes("expected_payment.updated"));
  expect(JSON.parse(paid?.body.toString() ?? "{}").data).toMatchObject({
    ...{ reference: "ORD-2002", status: "paid", amount_paid: "5000.00" },
  });
});

test("custom headers arrive, are replaced, and forbidden ones are refused with their name", async () => {
  const receiver = await startReceiver();
  const headers = { "X-Tenant": "eko", Authorization: "Bearer s3cret" };
  const { scope, id, payOrder } = await setUp(receiver.url, { headers });
  await payOrder("ORD-3001");
  for (const { headers: arrived } of receiver.received)
    expect(arrived).toMatchObject({ "x-tenant": "eko", authorization: "Bearer s3cret" });
  const update = async (more: Record<string, string> | undefined) =>
    updateOrganisationEndpoint(scope, id, { name: "", url: receiver.url, eventTypes: BOTH, headers: more });
  for (const name of ["Host", "Content-Type", "Transfer-Encoding", "Connection", "Keep-Alive", "webhook-id"])
    await expect(update({ [name]: "s3cret" })).rejects.toMatchObject({
      code: "invalid_request",
      faults: [{ pointer: `/headers/${name}`, detail: expect.not.stringContaining("s3cret") }],
    });
  await update(undefined);
  expect((await getOrganisationEndpoint(scope, id)).header_names).toEqual(["authorization", "x-tenant"]);
  await update({ "X-Other": "1" });
  await payOrder("ORD-3002");
  const last = receiver.received.at(-1)?.headers;
  expect([receiver.received.length, last?.["x-other"], last?.authorization]).toEqual([4, "1", undefined]);
  const stored = await systemDb().sql<
    { headers: string }[]
  >`select headers from webhook_endpoints where id = ${id}`;
  expect(JSON.stringify(stored)).not.toContain("X-Other");
});

test("the list has each endpoint with its secrets' ends, waiting events and counted attempts by hour, for its owner only", async () => {
  const receiver = await startReceiver((response, number) => {
    response.statusCode = number === 1 ? 500 : 200;
    response.end();
  });
  const { scope, id, payOrder, secrets } = await setUp(receiver.url);
  const other = await setUp(`${receiver.url}/other`);
  await payOrder("ORD-4001");
  await stopEndpointHours();
  const [old] = await secrets();
  await rotateSigningSecret(scope, id);
  const listed = await listOrganisationEndpoints(scope);
  expect(listed).toMatchObject([
    {
      ...{ id, name: "Shop", url: receiver.url, event_types: BOTH, header_names: [], waiting_count: 1 },
      ...{ health: "healthy", pause_reason: null },
      secret_ends: (await secrets())[0]?.slice(-4),
      retiring: [{ secret_ends: old?.slice(-4), retires_at: expect.any(Date) }],
    },
  ]);
  const [hour] = listed[0]?.hours ?? [];
  expect(hour).toMatchObject({ succeeded: 1, failed: 1, mean_ms: expect.any(Number) });
  expect(Date.now() - (hour?.at.getTime() ?? 0)).toBeLessThan(2 * 3_600_000);
  await makeAllDue();
  await deliverDue({ budgetMs: 3_000 });
  await stopEndpointHours();
  expect(
    (await listOrganisationEndpoints(scope))[0]?.hours.reduce((sum, one) => sum + one.succeeded, 0),
  ).toBe(2);
  const stranger: Scope = { organisationId: other.scope.organisationId, mode: "test" };
  await expect(getOrganisationEndpoint(stranger, id)).rejects.toMatchObject({ code: "not_found" });
  await expect(rotateSigningSecret(stranger, id)).rejects.toMatchObject({ code: "not_found" });
  await expect(removeOrganisationEndpoint(stranger, id)).rejects.toMatchObject({ code: "not_found" });
  await expect(getOrganisationEndpoint({ ...scope, mode: "live" }, id)).rejects.toMatchObject({
    code: "not_found",
  });
  await removeOrganisationEndpoint(scope, id);
  expect(await listOrganisationEndpoints(scope)).toEqual([]);
  await expect(getOrganisationEndpoint(scope, newId("webhookEndpoint"))).rejects.toMatchObject({
    code: "not_found",
  });
});
