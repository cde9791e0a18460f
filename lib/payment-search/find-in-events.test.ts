/** Guarantee: a search in all events finds every matching payment of the organisation and mode, and no other one. */
import { beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { MemberRole } from "@/lib/core/roles";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openSessionOf, openTestSession } from "@/lib/transactions/testing/sessions";
import { findInEvents } from "./index";
import { indexNextTransactions } from "./index-transactions";

useTestDatabase();

type Session = Awaited<ReturnType<typeof openTestSession>>;
let first: Session;
let second: Session;
beforeEach(async () => {
  first = await openTestSession();
  second = await openSessionOf(first.scope);
});

const record = ({ account }: Session, credit: Parameters<typeof createIncomingCredit>[0] = {}) =>
  recordCredit(createIncomingCredit({ account, ...credit }));
const find = (q: string, { scope } = first, page: { limit?: number } = {}) =>
  findInEvents(scope, { q, limit: 20, ...page });
const found = async (q: string, session = first) =>
  (await find(q, session)).payments.map(({ session_id: id, payment }) => [id, payment.sender_name]);

test.each([false, true])(
  "finds payers, amounts and references in any event (indexed: %s)",
  async (isIndexed) => {
    await record(first, { senderName: "AISHA BELLO", amount: 1_250_050n, narration: "TABLE NINE" });
    await record(second, { senderName: "AISHA BELLO", amount: 700_000n });
    await record(second, { senderName: "CHINEDU OKONKWO", amount: 1_250_050n });
    if (isIndexed) for (const { sessionId } of [first, second]) await indexNextTransactions(sessionId);
    const [inFirst, inSecond] = [first.sessionId, second.sessionId];
    expect(await found("aisha")).toEqual([
      [inSecond, "AISHA BELLO"],
      [inFirst, "AISHA BELLO"],
    ]);
    expect(await found("12,500.50")).toEqual([
      [inSecond, "CHINEDU OKONKWO"],
      [inFirst, "AISHA BELLO"],
    ]);
    expect(await found("bello 12500.50")).toEqual([[inFirst, "AISHA BELLO"]]);
    expect(await found("table nine")).toEqual([[inFirst, "AISHA BELLO"]]);
    expect(await found("nobody of this name")).toEqual([]);
    expect(await found("%%%")).toEqual([]);
  },
);

test("another organisation's payments, and those of the other mode, are not found", async () => {
  const stranger = await openTestSession();
  await record(stranger, { senderName: "AISHA BELLO" });
  await record(first, { senderName: "AISHA BELLO" });
  for (const { sessionId } of [stranger, first]) await indexNextTransactions(sessionId);
  await record(stranger, { senderName: "AISHA BELLO" });
  expect(await found("aisha", stranger)).toHaveLength(2);
  expect(await found("aisha")).toHaveLength(1);
  const otherMode = first.scope.mode === "test" ? "live" : "test";
  expect(await findInEvents({ ...first.scope, mode: otherMode }, { q: "aisha", limit: 20 })).toEqual({
    payments: [],
    next: null,
  });
  const page = await findInEvents(first.scope, { q: "aisha", after: stranger.sessionId, limit: 20 });
  expect(page).toEqual({ payments: [], next: null });
});

test("a role without the permission finds a payer's account by its last four digits only", async () => {
  const senderAccount = "0212344471";
  const fields = { senderName: "CHINEDU", narration: "entry", bankRef: "reference" };
  await record(first, {
    ...fields,
    senderAccount,
    paymentKey: `key ${newId("request").replace(/\d/g, "x")}`,
  });
  const as = (role: MemberRole) => ({
    ...first.scope,
    actor: { memberId: newId("member"), email: `${role}@example.com`, name: role, role },
  });
  const count = async (role: MemberRole, q: string) =>
    (await findInEvents(as(role), { q, limit: 20 })).payments.length;
  for (const isIndexed of [false, true]) {
    if (isIndexed) await indexNextTransactions(first.sessionId);
    expect(await count("viewer", "4471")).toBe(1);
    expect(await count("viewer", "44471")).toBe(0);
    expect(await count("owner", senderAccount)).toBe(1);
  }
});

test("more events than one statement searches are all searched, and a page has its limit", async () => {
  await record(first, { senderName: "AISHA BELLO" });
  // Newer events without payments, as copies of the second one.
  await systemDb().sql`
    insert into sessions select (jsonb_populate_record(s, jsonb_build_object('session_id', 'ses_' || lpad(n::text, 26, '0'),
      'account_number', null, 'account_connection_id', null, 'account_name', null, 'bank_name', null, 'bank_code', null,
      'terminal_fragment', lpad(n::text, 10, '0'), 'created_at', s.created_at + n * interval '1 second'))).*
    from sessions s, generate_series(1, 450) n where s.session_id = ${second.sessionId}`;
  let page = await find("aisha");
  while (page.payments.length === 0 && page.next)
    page = await findInEvents(first.scope, { q: "aisha", after: page.next, limit: 20 });
  expect(page.payments.map(({ session_id: id }) => id)).toEqual([first.sessionId]);
  for (let nth = 0; nth < 3; nth++) await record(second, { senderName: `AISHA ${nth}` });
  const limited = await find("aisha", first, { limit: 2 });
  expect(limited.payments.map(({ payment }) => payment.sender_name)).toEqual(["AISHA 2", "AISHA 1"]);
  expect(limited.next).toBeNull();
});
