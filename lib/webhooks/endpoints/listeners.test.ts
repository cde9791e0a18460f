/** Guarantee: a listener gets every event of its organisation in test mode once it is answered, and none is lost before. */
import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { recordEvents } from "../events/record-events";
import { deliverDue } from "../sending/run-delivery-job";
import { makeOrganisation } from "../testing/deliveries";
import { createListener, fetchListenerEvents, removeListener } from "./listeners";

useTestDatabase();

async function setUp() {
  const { organisationId } = await makeOrganisation();
  const scope: Scope = { organisationId, mode: "test" };
  const { listener_id: id, secret } = await createListener(scope);
  const sessionId = newId("session");
  const record = (state: string) =>
    recordEvents(systemDb(), "expected_payment.updated", [
      { organisationId, mode: "test", sessionId, subjectId: "subject", state, body: `"${state}"` },
    ]);
  return { scope, id, secret, record };
}

test("an event is returned until it is answered; then it is delivered or has failed", async () => {
  const { scope, id, secret, record } = await setUp();
  expect(secret).toMatch(/^whsec_/);
  await record("paid");
  const [first] = (await fetchListenerEvents(scope, id, [])).events;
  expect(first?.body).toBe('"paid"');
  expect((await fetchListenerEvents(scope, id, [])).events).toEqual([first]);
  await record("overpaid");
  const answer = { id: first?.id ?? newId("delivery"), duration_ms: 5 };
  const [second] = (await fetchListenerEvents(scope, id, [{ ...answer, status: 204 }])).events;
  expect(second?.body).toBe('"overpaid"');
  await record("expired");
  const last = { id: second?.id ?? newId("delivery"), duration_ms: 5, status: null };
  const { events } = await fetchListenerEvents(scope, id, [last, { ...answer, status: 500 }]);
  expect(events.map(({ body }) => body)).toEqual(['"expired"']);
  const attempts = await systemDb().sql`
    select d.subject_state as state, d.state as outcome, a.status, a.number from webhook_attempts a
    join webhook_deliveries d on d.id = a.delivery_id where d.organisation_id = ${scope.organisationId} order by d.id`;
  expect(attempts).toEqual([
    { state: "paid", outcome: "delivered", status: 204, number: 1 },
    { state: "overpaid", outcome: "failed", status: null, number: 1 },
  ]);
});

test("the sender never sends the events of a listener", async () => {
  const { record } = await setUp();
  await record("paid");
  expect(await deliverDue({ budgetMs: 500 })).toMatchObject({ attempted: 0 });
});

test("a strange, removed or forgotten listener is unknown, and its waiting events have failed", async () => {
  const { scope, id, record } = await setUp();
  const other = await setUp();
  await expect(fetchListenerEvents(other.scope, id, [])).rejects.toMatchObject({ code: "not_found" });
  await expect(removeListener(other.scope, id)).rejects.toMatchObject({ code: "not_found" });
  await record("paid");
  await systemDb()
    .sql`update webhook_endpoints set listening_until = now() - interval '1 second' where id = ${id}`;
  await record("overpaid");
  await expect(fetchListenerEvents(scope, id, [])).rejects.toMatchObject({ code: "not_found" });
  await createListener(scope);
  const rows = await systemDb()
    .sql`select subject_state as of, state from webhook_deliveries where webhook_endpoint_id = ${id}`;
  expect(rows).toEqual([{ of: "paid", state: "failed" }]);
});

test("live mode is refused, and an organisation has at most five listeners", async () => {
  const { scope } = await setUp();
  await expect(createListener({ ...scope, mode: "live" })).rejects.toMatchObject({
    code: "insufficient_scope",
  });
  for (let count = 1; count < 5; count++) await createListener(scope);
  await expect(createListener(scope)).rejects.toMatchObject({ code: "conflict" });
});
