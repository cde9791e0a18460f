import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { assertDefined } from "@/lib/core/errors/assert";
import { type Id, newId } from "@/lib/core/ids";
import { systemDb, systemTx } from "@/lib/db/client";
import { incrementSessionVersion } from "@/lib/db/session-state";
import { verifyTotals } from "@/lib/reconciliation";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { untilWaitingForLock } from "@/lib/testing/lock-waits";
import { createOrganisationEndpoint } from "@/lib/webhooks";
import { CreateExpectedPayment, ExpectedPayment } from "./contract";
import { createExpectedPayment } from "./create";
import { getExpectedPayment } from "./get";
import { listExpectedPayments } from "./list";
import { lockMatching } from "./matching/match-transactions";
import { type ExpectedSession, inAnHour, letExpire, openExpectedSession } from "./testing/session";

useTestDatabase();

let session: ExpectedSession;
beforeEach(async () => {
  session = await openExpectedSession();
});

test("payments with a reference add up: awaiting, underpaid, paid, overpaid", async () => {
  const { id, status } = await session.expect({});
  expect(status).toBe("awaiting");
  for (const [amount, expected] of [
    [200_000n, "underpaid"],
    [300_000n, "paid"],
    [1n, "overpaid"],
  ] as const) {
    await session.pay({ amount, narration: "ord 1001" });
    await session.match();
    expect((await session.read(id)).status).toBe(expected);
  }
  const last = await session.read(id);
  expect(last).toMatchObject({ amount_paid: 500_001n, payment_count: 3 });
  const [newest] = await systemDb().sql<{ id: string }[]>`
    select id from transactions where session_id = ${session.sessionId} order by sequence desc limit 1`;
  expect(last.last_transaction_id).toBe(newest?.id);
});

test("pending and failed payments do not count; a pending one counts when it becomes successful", async () => {
  const { id } = await session.expect({});
  const paid = { amount: 500_000n, narration: "ORD-1001" };
  await session.pay({ ...paid, status: "failed" });
  await session.pay({ ...paid, paymentKey: "late", status: "pending" });
  await session.pay({ ...paid, paymentKey: "lost", status: "pending" });
  await session.match();
  expect(await session.read(id)).toMatchObject({ status: "awaiting", payment_count: 0 });
  await session.pay({ ...paid, paymentKey: "late" });
  await session.pay({ ...paid, paymentKey: "lost", status: "failed" });
  await session.match();
  expect(await session.read(id)).toMatchObject({ status: "paid", payment_count: 1 });
  const [left] = await systemDb().sql`
    select count(*)::int as count from expected_payment_matches where session_id = ${session.sessionId}`;
  expect(left?.count).toBe(1);
});

test("a payment after the expiry is recorded and leaves the expected payment expired", async () => {
  const { id } = await session.expect({ expires_at: inAnHour() });
  await session.pay({ amount: 200_000n, narration: "ORD-1001" });
  await session.match();
  await letExpire(session, id);
  await session.pay({ amount: 300_000n, narration: "ORD-1001" });
  await session.match();
  expect(await session.read(id)).toMatchObject({ status: "expired", amount_paid: 200_000n });
});

test("a payment recorded before the expiry counts when its bank confirms it later", async () => {
  const { id } = await session.expect({ expires_at: inAnHour() });
  const paid = { amount: 500_000n, narration: "ORD-1001", paymentKey: "slow" };
  await session.pay({ ...paid, status: "pending" });
  await session.match();
  await letExpire(session, id);
  expect((await session.read(id)).status).toBe("expired");
  await session.pay(paid);
  await session.match();
  expect((await session.read(id)).status).toBe("paid");
});

test("an expected payment is read as expired before the loop has stored it", async () => {
  const { id } = await session.expect({ expires_at: inAnHour() });
  await systemDb().sql`update expected_payments set expires_at = now() where id = ${id}`;
  expect((await session.read(id)).status).toBe("expired");
  expect(await list({ status: "expired" })).toHaveLength(1);
  expect(await list({ status: "awaiting" })).toHaveLength(0);
});

test("the reference of an open expected payment is refused, and one of a paid or expired one is free", async () => {
  const first = await session.expect({ reference: "ORD-1001", expires_at: inAnHour() });
  for (const reference of ["ORD-1001", "ord1001", "Ord/1001"])
    await expect(session.expect({ reference })).rejects.toMatchObject({ code: "conflict" });
  await letExpire(session, first.id);
  const second = await session.expect({ reference: "ord1001" });
  await session.pay({ amount: 500_000n, narration: "ORD1001" });
  await session.match();
  expect((await session.read(first.id)).status).toBe("expired");
  expect((await session.read(second.id)).status).toBe("paid");
  await session.expect({ reference: "ORD-1001" });
});

test("each expected payment by amount gets a distinct amount, of which others pay none", async () => {
  const ask = () =>
    session.expect({
      reference: `R${newId("request").slice(4, 30)}1`,
      match_by_amount: true,
      expires_at: inAnHour(),
    });
  await session.pay({ amount: 500_001n, narration: "a price" });
  const first = await ask();
  const second = await ask();
  expect([first.amount_to_pay, second.amount_to_pay]).toEqual([500_002n, 499_998n]);
  await session.pay({ amount: 500_000n, narration: "the round amount" });
  await session.pay({ amount: 499_998n, narration: "no reference" });
  await session.match();
  expect((await session.read(first.id)).status).toBe("awaiting");
  expect(await session.read(second.id)).toMatchObject({ status: "paid", amount_paid: 499_998n });
  await expect(session.expect({ reference: "ORD-7", amount: "5000.02" })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("with its reference an expected payment by amount is also paid by the amount that was requested", async () => {
  const expected = await session.expect({ match_by_amount: true, expires_at: inAnHour() });
  await session.pay({ amount: 500_000n, narration: "ORD-1001" });
  await session.match();
  expect(await session.read(expected.id)).toMatchObject({ status: "paid", amount_to_pay: 500_001n });
});

test("an amount stays reserved for an hour after the expiry, and when all are reserved the request is refused", async () => {
  const ask = (index: number) =>
    session.expect({ reference: `ORD-${1000 + index}`, match_by_amount: true, expires_at: inAnHour() });
  const reserved = new Set<bigint>();
  let refusal: unknown;
  let first: Id<"expectedPayment"> | undefined;
  for (let index = 0; refusal === undefined && index < 200; index++) {
    const made = await ask(index).catch((thrown: unknown) => {
      refusal = thrown;
    });
    if (!made) continue;
    first ??= made.id;
    expect(reserved.has(made.amount_to_pay)).toBe(false);
    reserved.add(made.amount_to_pay);
  }
  expect(refusal).toMatchObject({ code: "conflict", detail: expect.stringContaining("5000.00") });
  expect(reserved.size).toBe(158);
  const { sql } = systemDb();
  await sql`update expected_payments set expires_at = now() - interval '59 minutes' where id = ${first ?? ""}`;
  await expect(ask(300)).rejects.toMatchObject({ code: "conflict" });
  await sql`update expected_payments set expires_at = now() - interval '61 minutes' where id = ${first ?? ""}`;
  expect((await ask(300)).amount_to_pay).toBe(500_001n);
});

test.each([
  ["a past expiry", { expires_at: "2020-01-01T00:00:00Z" }, "/expires_at"],
  ["an expiry in year 0", { expires_at: "0000-01-01T00:00:00Z" }, "/expires_at"],
  ["an expiry beyond year 9999", { expires_at: "9999-12-31T23:59:59-12:00" }, "/expires_at"],
  ["an amount to reserve without an expiry", { match_by_amount: true }, "/expires_at"],
  [
    "an amount to reserve for more than a week",
    { match_by_amount: true, expires_at: new Date(Date.now() + 8 * 86_400_000).toISOString() },
    "/expires_at",
  ],
])("%s is refused", async (_, more, pointer) => {
  await expect(session.expect(more)).rejects.toMatchObject({
    code: "invalid_request",
    faults: [{ pointer }],
  });
});

test.each([
  ["a number as amount", { amount: 5000 }],
  ["an amount without kobo", { amount: "5000" }],
  ["an amount with three places", { amount: "5000.000" }],
  ["an amount of nothing", { amount: "0.00" }],
  ["a negative amount", { amount: "-1.00" }],
  ["an amount beyond the limit", { amount: "100000000000.01" }],
  ["a reference that is a common word", { reference: "TICKET" }],
  ["a NUL in the payer's name", { payer: "Ada\u0000" }],
  ["a text for match_by_amount", { match_by_amount: "true" }],
  ["an expiry without a zone", { expires_at: "2030-01-01T00:00:00" }],
])("%s is invalid", (_, more) => {
  const given = { session_id: "ses_1", amount: "5000.00", reference: "ORD-1001", ...more };
  expect(CreateExpectedPayment.safeParse(given).success).toBe(false);
});

test("a closed session takes none, and a stranger's session and expected payment look unknown", async () => {
  const { id } = await session.expect({});
  const stranger = await openExpectedSession();
  const request = CreateExpectedPayment.parse({
    ...{ session_id: session.sessionId, amount: "1.00", reference: "ORD-1002" },
  });
  for (const attempt of [
    () => createExpectedPayment(stranger.scope, request),
    () => createExpectedPayment({ ...session.scope, mode: "live" }, request),
    () => createExpectedPayment(session.scope, { ...request, session_id: newId("session") }),
    () => createExpectedPayment(session.scope, { ...request, session_id: "not an id" }),
    () => getExpectedPayment(stranger.scope, id),
    () => getExpectedPayment({ ...session.scope, mode: "live" }, id),
    () => listExpectedPayments(stranger.scope, { sessionId: session.sessionId, limit: 1n, offset: 0n }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  await closeSession(session.scope, session.sessionId);
  await expect(session.expect({ reference: "ORD-1002" })).rejects.toMatchObject({ code: "conflict" });
});

test("a stranger's payment with the same reference pays nothing", async () => {
  const { id } = await session.expect({});
  const stranger = await openExpectedSession();
  await stranger.expect({});
  await stranger.pay({ amount: 500_000n, narration: "ORD-1001" });
  await stranger.match();
  await session.match();
  expect((await session.read(id)).status).toBe("awaiting");
});

test("each change is one event to the organisation-wide endpoint that asks for it, and none to the session's URL", async () => {
  const endpoint = await createOrganisationEndpoint(session.scope, {
    ...{ name: "Shop", url: "https://shop.example/hook", eventTypes: ["expected_payment.updated"] },
  });
  await createOrganisationEndpoint(session.scope, {
    ...{ name: "Other", url: "https://other.example/hook", eventTypes: ["transaction.received"] },
  });
  const { id } = await session.expect({ expires_at: inAnHour() });
  for (let payment = 0; payment < 2; payment++) {
    await session.pay({ amount: 100_000n, narration: "ORD-1001" });
    await session.match();
  }
  await letExpire(session, id);
  const events = await systemDb().sql<{ endpoint: string; state: string; body: string }[]>`
    select webhook_endpoint_id as endpoint, subject_state as state, body from webhook_deliveries
    where subject_id = ${id} order by created_at, id`;
  expect(events.map(({ endpoint: to, state }) => [to, state])).toEqual([
    [endpoint, "underpaid 1"],
    [endpoint, "underpaid 2"],
    [endpoint, "expired 2"],
  ]);
  expect(JSON.parse(events[2]?.body ?? "")).toEqual({
    ...{ event: "expected_payment.updated", session_id: session.sessionId },
    data: z.encode(ExpectedPayment, await session.read(id)),
  });
  expect((await verifyTotals({ sessionId: session.sessionId })).differences).toEqual([]);
});

test("parallel requests with one reference create one expected payment", async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => session.expect({})));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test.each([
  { what: "the first reserved amount", earlier: {}, created: { match_by_amount: true } },
  {
    what: "a further reserved amount",
    earlier: { match_by_amount: true },
    created: { match_by_amount: true },
  },
  { what: "a further expected payment", earlier: {}, created: {} },
])("$what of a session is created while its payments are matched", async ({ earlier, created }) => {
  await session.expect({ ...earlier, expires_at: inAnHour() });
  let creation: Promise<unknown> = Promise.resolve();
  await systemTx(async (db) => {
    // The order of `matchNextTransactions`: first the session's progress, last its state row.
    const locked = assertDefined(await lockMatching(db, session.sessionId), "not locked by another");
    creation = session.expect({ reference: "ORD-2002", ...created, expires_at: inAnHour() });
    await Promise.race([creation, untilWaitingForLock(1)]);
    await incrementSessionVersion(db, locked, session.sessionId);
  });
  expect(await creation).toMatchObject({ status: "awaiting" });
});

async function list(more: Partial<Parameters<typeof listExpectedPayments>[1]> = {}) {
  const page = { sessionId: session.sessionId, limit: 50n, offset: 0n, ...more };
  const { chunks } = await listExpectedPayments(session.scope, page);
  const found: string[] = [];
  for await (const { rows } of chunks) found.push(...rows.map(({ reference }) => reference));
  return found;
}

test("the list has the newest first, in pages of any length", async () => {
  const references = Array.from({ length: 205 }, (_, index) => `ORD-${1000 + index}`);
  for (const reference of references) await session.expect({ reference });
  const newest = references.toReversed();
  expect(await list()).toEqual(newest.slice(0, 50));
  expect(await list({ limit: 1_000n })).toEqual(newest);
  expect(await list({ limit: 203n, offset: 1n })).toEqual(newest.slice(1, 204));
  expect(await list({ limit: 200n })).toEqual(newest.slice(0, 200));
  expect(await list({ limit: 0n })).toEqual([]);
  expect(await list({ offset: 500n })).toEqual([]);
  expect(await list({ limit: 101n, offset: 3n, status: "awaiting" })).toEqual(newest.slice(3, 104));
});
