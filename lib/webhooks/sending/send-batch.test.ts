import { expect, test } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { makeDeliveries, makeOrganisation, readAttempts, readDelivery } from "../testing/deliveries";
import { startReceiver } from "../testing/receiver";
import { openSendBatch } from "./send-batch";

process.env.WEBHOOK_TIMEOUT_MS = "20000";
useTestDatabase();

test("an event that is claimed while a batch is aborted is not sent, and is due again at once", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver();
  const [id = ""] = await makeDeliveries({ ...organisation, url: receiver.url });
  const batch = openSendBatch();
  const claimed = batch.sendDue();
  batch.abort();
  expect(await claimed).toBe(1);
  await batch.settle(3_000);
  expect(receiver.received).toEqual([]);
  expect(await readAttempts(id)).toMatchObject([
    { status: null, error: "The service stopped before the answer was there." },
  ]);
  const delivery = await readDelivery(id);
  expect(delivery).toMatchObject({ state: "pending", uncountedAttempts: 1 });
  expect(delivery?.dueInMs).toBeLessThanOrEqual(0);
});
