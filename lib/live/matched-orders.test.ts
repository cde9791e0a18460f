/** Guarantee: an open page shows a payment with its order as soon as it is matched, without reading the list again. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { assertDefined } from "@/lib/core/errors/assert";
import { type ExpectedSession, openExpectedSession } from "@/lib/expected-payments/testing/session";
import { useTestDatabase } from "@/lib/testing/database";
import { closeLiveStreams } from "./index";
import { followSession, type StreamedUpdate } from "./testing/follow";

useTestDatabase();

let session: ExpectedSession;
beforeEach(async () => {
  session = await openExpectedSession();
});
afterEach(closeLiveStreams);

const follow = () => followSession(session.scope, session.sessionId);

/** The references of an update's rows, newest first. */
const orders = (update: StreamedUpdate | undefined) =>
  assertDefined(update, "the stream goes on").rows.map(({ order }) => order?.reference);

test("payments that are matched after they were shown are sent again, each once, with their orders", async () => {
  await session.expect({ reference: "ORD-1001" });
  await session.expect({ reference: "ORD-1002" });
  await session.pay({ narration: "ord 1001" });
  const page = await follow();
  expect(orders(await page.next())).toEqual([undefined]);

  await session.match();
  const first = await page.next();
  expect(first).toMatchObject({ refetch: false, figures: { transaction_count: 1 } });
  expect(orders(first)).toEqual(["ORD-1001"]);

  await session.pay({ narration: "nothing ordered" });
  await session.pay({ narration: "ORD-1002" });
  const rows: (string | undefined)[] = [];
  while (rows.length < 2) rows.push(...orders(await page.next()));
  expect(rows).toEqual([undefined, undefined]);
  await session.match();
  expect(orders(await page.next())).toEqual(["ORD-1002"]);
  page.leave();
});

test("a page that is opened after the first payment was matched shows its order, and gets only later ones", async () => {
  await session.pay({ narration: "before any order" });
  await session.expect({ reference: "ORD-1001" });
  await session.pay({ narration: "ORD-1001" });
  await session.match();
  const page = await follow();
  expect(orders(await page.next())).toEqual(["ORD-1001", undefined]);
  await session.expect({ reference: "ORD-1002" });
  await session.pay({ narration: "ORD-1002" });
  await page.next();
  await session.match();
  expect(orders(await page.next())).toEqual(["ORD-1002"]);
  page.leave();
});
