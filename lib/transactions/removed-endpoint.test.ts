/** Guarantee: an event that is recorded while its endpoint is removed is not left waiting for ever. */
import { expect, test } from "vitest";
import { systemDb, systemTx } from "@/lib/db/client";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { createOrganisationEndpoint, failEventsOfRemoved, removeOrganisationEndpoint } from "@/lib/webhooks";
import { insertTransactions } from "./recording/insert-transactions";
import { toRecordingRow } from "./recording/recording-row";
import { createIncomingCredit, openTestSession } from "./testing/sessions";

process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
useTestDatabase();

test("a payment whose recording commits after the removal of its endpoint leaves a failed event, and others wait", async () => {
  const { scope, account } = await openTestSession("test", "http://127.0.0.1:9/session");
  const add = (name: string) =>
    createOrganisationEndpoint(scope, {
      name,
      url: `http://127.0.0.1:9/${name}`,
      eventTypes: ["transaction.received"],
    });
  const [removed, kept] = [await add("removed"), await add("kept")];
  await systemTx(async (db) => {
    await insertTransactions(db, [toRecordingRow(createIncomingCredit({ account }), 0)]);
    await removeOrganisationEndpoint(scope, removed);
  });
  const list = () => systemDb().sql<{ endpoint: string; state: string }[]>`
    select webhook_endpoint_id as endpoint, state from webhook_deliveries
    where organisation_id = ${scope.organisationId} and is_organisation_wide order by webhook_endpoint_id = ${kept}`;
  expect(await list()).toMatchObject([
    { endpoint: removed, state: "pending" },
    { endpoint: kept, state: "pending" },
  ]);
  expect(await failEventsOfRemoved()).toBe(1);
  expect(await list()).toMatchObject([
    { endpoint: removed, state: "failed" },
    { endpoint: kept, state: "pending" },
  ]);
  expect(await failEventsOfRemoved()).toBe(0);
  expect((await verifyTotals({})).differences).toEqual([]);
});
