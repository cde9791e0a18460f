import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type { ExpectedPayment } from "@/lib/expected-payments/contract";
import {
  type Api,
  createSession,
  expect,
  expectData,
  expectMembers,
  expectProblem,
  type SessionData,
  TIMESTAMP,
  type TransactionData,
  takings,
  test,
} from "../fixtures";

type Expected = z.input<typeof ExpectedPayment>;

const MEMBERS = [
  ...["id", "session_id", "reference", "amount", "amount_to_pay", "match_by_amount", "payer", "status"],
  ...["amount_paid", "payment_count", "last_transaction_id", "expires_at", "created_at", "updated_at"],
];

const newReference = () => `ORD-${randomBytes(4).toString("hex")}7A`;

async function expectPayment(
  api: Api,
  { session_id }: SessionData,
  more: Record<string, unknown> = {},
): Promise<Expected> {
  const body = { session_id, amount: "5000.00", reference: newReference(), ...more };
  return expectData<Expected>(await api.post("/v1/expected-payments", body), 201);
}

const read = async (api: Api, { id }: Expected) =>
  expectData<Expected>(await api.get(`/v1/expected-payments/${id}`));

/** Waits until an expected payment has a status. */
const untilStatus = (api: Api, expected: Expected, status: string) =>
  expect.poll(async () => (await read(api, expected)).status, { intervals: [100] }).toBe(status);

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

test("answers 201 with the members of an expected payment and no other, the same as later", async ({
  api,
}) => {
  const session = await createSession(api);
  const expiresAt = inAnHour();
  const created = await expectPayment(api, session, { payer: "Ada Obi", expires_at: expiresAt });
  expectMembers(created, MEMBERS);
  expect(created).toMatchObject({
    ...{ session_id: session.session_id, amount: "5000.00", amount_to_pay: "5000.00", payer: "Ada Obi" },
    ...{ status: "awaiting", amount_paid: "0.00", payment_count: 0, last_transaction_id: null },
    ...{ expires_at: expiresAt, match_by_amount: false },
  });
  expect(created.created_at).toMatch(TIMESTAMP);
  expect(await read(api, created)).toEqual(created);
  const listed = await api.get(`/v1/expected-payments?session_id=${session.session_id}`);
  expect(expectData<Expected[]>(listed)).toEqual([created]);
});

test("a payment with the reference in its narration pays it, and /v1 shows the payment as before", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const expected = await expectPayment(api, session);
  await bank.transfer(session, {
    amount: 200_000n,
    narration: `NIP/${expected.reference.toLowerCase()}/ADA`,
  });
  await untilStatus(api, expected, "underpaid");
  await bank.tap(session, { amount: 300_000n, narration: expected.reference });
  await untilStatus(api, expected, "paid");
  const [last] = expectData<TransactionData[]>(
    await api.get(`/v1/transactions?session_id=${session.session_id}`),
  );
  expect(await read(api, expected)).toMatchObject({
    ...{ amount_paid: "5000.00", payment_count: 2, last_transaction_id: last?.id },
  });
  expect(last && Object.keys(last)).toHaveLength(13);
});

test("with match_by_amount the reserved amount pays it without a reference", async ({ api, bank }) => {
  const session = await createSession(api);
  const byAmount = { match_by_amount: true, expires_at: inAnHour() };
  const [first, second] = [
    await expectPayment(api, session, byAmount),
    await expectPayment(api, session, byAmount),
  ];
  expect(new Set([first.amount_to_pay, second.amount_to_pay, "5000.00"]).size).toBe(3);
  await bank.transfer(session, { amount: 500_000n, narration: "tickets" });
  await bank.transfer(session, {
    amount: BigInt(second.amount_to_pay.replace(".", "")),
    narration: "tickets",
  });
  await untilStatus(api, second, "paid");
  expect((await read(api, first)).status).toBe("awaiting");
});

test("it expires at its instant, and a later payment changes nothing", async ({ api, bank }) => {
  const session = await createSession(api);
  const expected = await expectPayment(api, session, {
    expires_at: new Date(Date.now() + 1_500).toISOString(),
  });
  await untilStatus(api, expected, "expired");
  await bank.transfer(session, { amount: 500_000n, narration: expected.reference });
  const again = await expectPayment(api, session, { reference: expected.reference });
  await bank.transfer(session, { amount: 500_000n, narration: expected.reference });
  await untilStatus(api, again, "paid");
  expect(await read(api, expected)).toMatchObject({ status: "expired", payment_count: 0 });
});

test("the list is filtered by status and has links to its pages", async ({ api, bank }) => {
  const session = await createSession(api);
  const all: Expected[] = [];
  for (let count = 0; count < 5; count++) all.unshift(await expectPayment(api, session));
  await bank.transfer(session, { amount: 500_000n, narration: all[1]?.reference ?? "" });
  await untilStatus(api, all[1] as Expected, "paid");
  const list = `/v1/expected-payments?session_id=${session.session_id}`;
  const idsOf = async (query: string) =>
    expectData<Expected[]>(await api.get(`${list}${query}`)).map(({ id }) => id);
  expect(await idsOf("&limit=2&offset=1")).toEqual([all[1]?.id, all[2]?.id]);
  expect(await idsOf("&status=paid")).toEqual([all[1]?.id]);
  expect(await idsOf("&status=awaiting&limit=3")).toEqual([all[0]?.id, all[2]?.id, all[3]?.id]);
  const page = await api.get(`${list}&status=awaiting&limit=3`);
  expect(String(page.headers.link)).toContain(`<${list}&status=awaiting&limit=3&offset=3>; rel="next"`);
  const last = await api.get(`${list}&status=awaiting&limit=3&offset=3`);
  expect(String(last.headers.link)).not.toContain("next");
});

for (const [what, more, pointer] of [
  ["no reference", { reference: undefined }, "/reference"],
  ["a reference that is a word", { reference: "TICKET" }, "/reference"],
  ["a NUL in the reference", { reference: "ORD\u000048" }, "/reference"],
  ["a reference of 200 characters", { reference: `A1${"b".repeat(198)}` }, "/reference"],
  ["a number as amount", { amount: 5000 }, "/amount"],
  ["a float's amount", { amount: "5e3" }, "/amount"],
  ["an expiry in the past", { expires_at: "2020-01-01T00:00:00.000Z" }, "/expires_at"],
  ["an amount to reserve without an expiry", { match_by_amount: true }, "/expires_at"],
] as const)
  test(`${what} is refused with 400 and the member`, async ({ api }) => {
    const { session_id } = await createSession(api);
    const body = { session_id, amount: "5000.00", reference: newReference(), ...more };
    const answer = await api.post("/v1/expected-payments", body);
    expectProblem(answer, { status: 400, pointers: [pointer] });
  });

test("an open reference, a closed session and a stranger's session are refused", async ({
  api,
  otherApi,
}) => {
  const session = await createSession(api);
  const expected = await expectPayment(api, session);
  const ask = (from: Api, more: object = {}) =>
    from.post("/v1/expected-payments", {
      ...{ session_id: session.session_id, amount: "1.00", reference: expected.reference.toLowerCase() },
      ...more,
    });
  expectProblem(await ask(api), { status: 409 });
  expectProblem(await ask(otherApi), { status: 404 });
  expectProblem(await otherApi.get(`/v1/expected-payments/${expected.id}`), { status: 404 });
  expectProblem(await otherApi.get(`/v1/expected-payments?session_id=${session.session_id}`), {
    status: 404,
  });
  expectProblem(await ask(api, { session_id: "ses_x" }), { status: 404 });
  await api.patch(`/v1/sessions/${session.session_id}/close`);
  expectProblem(await ask(api, { reference: newReference() }), { status: 409 });
});

test("takings verify finds no difference after all of this", async () => {
  // Tests of other files leave differences on purpose, with which the command exits with 1.
  type Verified = { differences: { what: string }[] };
  const { differences } = await takings<Verified>("verify").catch(
    ({ stdout }): Verified => JSON.parse(stdout),
  );
  expect(differences.filter(({ what }) => /expected|matched|terms|payments of exp_/.test(what))).toEqual([]);
});
