import { expect, test } from "vitest";
import type { Id } from "@/lib/core/ids";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { countOutcomes, searchDeliveries } from "..";
import { insertMissingSessions, makeDeliveries, makeOrganisation } from "../testing/deliveries";

useTestDatabase();

test("selected events are counted by outcome, each once and only the caller's", async () => {
  const { organisationId } = await makeOrganisation();
  const scope: Scope = { organisationId, mode: "test" };
  const ids = await makeDeliveries({ organisationId, url: "http://127.0.0.1:9/hook", count: 4 });
  await insertMissingSessions();
  const { sql } = systemDb();
  const rows = await sql<{ sessionId: Id<"session">; id: Id<"delivery"> }[]>`
    select session_id, id from webhook_deliveries where id in ${sql(ids)} order by id`;
  await sql`update webhook_deliveries set state = 'failed' where id = ${rows[0]?.id ?? ""}`;
  await sql`update webhook_deliveries set state = 'delivered' where id = ${rows[1]?.id ?? ""}`;
  const { sessionId } = rows[0] ?? { sessionId: newId("session") };
  const selected = [...rows, ...rows, { sessionId, id: newId("delivery") }];
  expect(await countOutcomes(scope, selected)).toEqual({ delivered: 1, waiting: 2, failed: 1 });
  const none = { delivered: 0, waiting: 0, failed: 0 };
  const stranger = await makeOrganisation();
  expect(await countOutcomes({ ...stranger, mode: "test" }, selected)).toEqual(none);
  expect(await countOutcomes({ ...scope, mode: "live" }, selected)).toEqual(none);
});

test("a found delivery has the reason of its last failed attempt", async () => {
  const { organisationId } = await makeOrganisation();
  const [id = ""] = await makeDeliveries({ organisationId, url: "http://127.0.0.1:9/hook" });
  await insertMissingSessions();
  await systemDb().sql`
    insert into webhook_attempts (session_id, delivery_id, number, organisation_id, mode, started_at, duration_ms, status, error)
    select session_id, id, number, organisation_id, mode, now(), 5, 500 + number, 'The receiver answered ' || 500 + number
    from webhook_deliveries, generate_series(1, 2) number where id = ${id}`;
  const search = { q: id, ...{ outcome: undefined, endpoint_id: undefined, event_type: undefined } };
  const { rows } = await searchDeliveries(
    { organisationId, mode: "test" },
    { ...search, from: undefined, to: undefined, before: undefined, limit: 10 },
  );
  expect(rows).toMatchObject([{ id, response: 502, error: "The receiver answered 502" }]);
});
