/** Guarantee: a new event is claimed by one sender only, from a healthy endpoint with a free slot, and is otherwise left due. */
import { beforeEach, expect, test } from "vitest";
import { assertDefined } from "@/lib/core/errors/assert";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { claimAll, makeDeliveries, makeOrganisation, readDelivery } from "../testing/deliveries";
import { webhookEndpointId } from "../webhook-endpoint";
import { claimNewDeliveries, type NewDelivery } from "./claim-new";

useTestDatabase();

const URL = "http://receiver.example/events";
let organisationId: Awaited<ReturnType<typeof makeOrganisation>>["organisationId"];
beforeEach(async () => {
  await systemDb().sql`delete from webhook_deliveries`;
  ({ organisationId } = await makeOrganisation());
});

async function makeNew(count: number): Promise<NewDelivery[]> {
  const ids = await makeDeliveries({ organisationId, url: URL, count });
  return systemDb().sql<NewDelivery[]>`
    select session_id, id, webhook_endpoint_id as endpoint_id from webhook_deliveries where id = any(${ids}) order by id`;
}

test("new events are claimed with the same values as by a claim of due events", async () => {
  const [event] = await makeNew(1);
  const [claimed] = await claimNewDeliveries([assertDefined(event, "an event was made")]);
  const [due] = await makeNew(1).then(claimAll);
  expect(claimed).toMatchObject({ ...event, attemptNumber: 1, isProbe: false, isInterim: false, url: URL });
  expect(claimed?.storedSecrets).toEqual([expect.stringMatching(/^v1\./)]);
  expect(claimed?.body).toBe((await readDelivery(event?.id ?? ""))?.body);
  expect(Object.keys(claimed ?? {}).sort()).toEqual(Object.keys(due ?? {}).sort());
  expect(await claimAll()).toEqual([]);
});

test("events that are claimed by two senders at once are claimed once", async () => {
  const events = await makeNew(20);
  const claims = await Promise.all([claimNewDeliveries(events), claimNewDeliveries(events), claimAll()]);
  const ids = claims.flat().map(({ id }) => id);
  expect(ids).toHaveLength(20);
  expect(new Set(ids).size).toBe(20);
});

test.each([
  ["failing", "health = 'failing', next_probe_at = now() + interval '1 hour'"],
  ["backing_off", "health = 'backing_off', next_probe_at = now() + interval '1 hour'"],
  ["paused", "health = 'paused', pause_reason = 'person'"],
])("no new event is claimed for an endpoint that is %s, and it stays due", async (_, change) => {
  const events = await makeNew(2);
  const id = webhookEndpointId({ organisationId, mode: "test" }, URL);
  await systemDb().sql.unsafe(`update webhook_endpoints set ${change} where id = '${id}'`);
  expect(await claimNewDeliveries(events)).toEqual([]);
  expect(await readDelivery(events[0]?.id ?? "")).toMatchObject({ state: "pending", attemptCount: 0 });
});

test("no new event is claimed while sending is paused", async () => {
  const events = await makeNew(1);
  await systemDb()
    .sql`insert into service_state (name, since, details) values ('sending_paused', now(), '{}')`;
  expect(await claimNewDeliveries(events)).toEqual([]);
  await systemDb().sql`delete from service_state`;
  expect(await claimNewDeliveries(events)).toHaveLength(1);
});
