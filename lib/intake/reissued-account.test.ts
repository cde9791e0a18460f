/** Guarantee: an account number that a bank reissues belongs to the new session from its creation; a create requests one account. */
import { afterAll, expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { receiveBankNotification } from "./receive";
import { composePaymentNotification, NOMBA_ACCOUNT, startLiveBanks } from "./testing/live-banks";

const banks = await startLiveBanks();
afterAll(() => banks.close());
useTestDatabase();

type TestSession = Awaited<ReturnType<typeof openTestSession>>;

/** Opens a live session and counts the account requests to the bank. */
async function open(): Promise<{ session: TestSession | undefined; issued: number; refusal?: string }> {
  const before = banks.accountsOpened();
  const issued = () => banks.accountsOpened() - before;
  try {
    const session = await openTestSession("live");
    return { session, issued: issued() };
  } catch (thrown) {
    return { session: undefined, issued: issued(), refusal: (thrown as { code: string }).code };
  }
}

/** Sets the time at which a session was created. */
const createdAt = ({ sessionId }: TestSession, time: string) =>
  systemDb().sql`update sessions set created_at = ${time}::timestamptz where session_id = ${sessionId}`;

let payments = 0;

/** Receives a payment into the account at this bank time; returns its session and outcome. */
async function findOutcome(time: string) {
  const paymentKey = `reissued-${++payments}`;
  await receiveBankNotification(
    composePaymentNotification("nomba", "live", {
      account: NOMBA_ACCOUNT,
      paymentKey,
      paidAt: new Date(time),
    }),
  );
  const [outcome] = await systemDb().sql<{ sessionId: string; reason: string }[]>`
    select session_id, 'recorded' as reason from transactions where payment_key = ${paymentKey}
    union all select session_id, reason from exceptions where correlation_key = ${paymentKey}`;
  return outcome && { ...outcome };
}

test("a number reissued after each close belongs to the newest session; an older payment is an exception of its own session", async () => {
  const sessions: TestSession[] = [];
  for (const time of ["2026-11-18T18:00:00.500Z", "2026-11-19T18:00:00.500Z", "2026-11-20T18:00:00.500Z"]) {
    for (const old of sessions) await closeSession(old.scope, old.sessionId);
    const { session, issued } = await open();
    expect(issued).toBe(1);
    if (!session) throw new Error("The account number was not reissued");
    expect(session.account).toBe(NOMBA_ACCOUNT);
    await createdAt(session, time);
    sessions.push(session);
  }
  const [first, second, third] = sessions.map(({ sessionId }) => sessionId);
  expect(await findOutcome("2026-11-20T18:00:01.000Z")).toEqual({ sessionId: third, reason: "recorded" });
  // The bank's times are whole seconds: a payment in the second of the creation belongs to the new session.
  expect(await findOutcome("2026-11-20T18:00:00.000Z")).toEqual({ sessionId: third, reason: "recorded" });
  expect(await findOutcome("2026-11-20T17:59:59.000Z")).toEqual({
    sessionId: second,
    reason: "session_closed",
  });
  expect(await findOutcome("2026-11-19T18:00:00.000Z")).toEqual({
    sessionId: second,
    reason: "session_closed",
  });
  expect(await findOutcome("2026-11-19T17:59:59.000Z")).toEqual({
    sessionId: first,
    reason: "session_closed",
  });
  expect(await findOutcome("2026-11-18T17:59:59.000Z")).toEqual({
    sessionId: first,
    reason: "session_closed",
  });
});

test("an account number of an open session opens no second session, and the bank is called once", async () => {
  const before = await systemDb().sql`select session_id from sessions order by 1`;
  expect(await open()).toEqual({ session: undefined, issued: 1, refusal: "bank_refused" });
  expect(await systemDb().sql`select session_id from sessions order by 1`).toEqual(before);
});

test("if two sessions are created concurrently after a close, one gets the number, the other is refused, and each calls the bank once", async () => {
  const active = await systemDb().sql<{ sessionId: `ses_${string}`; organisationId: `org_${string}` }[]>`
    select session_id, organisation_id from session_states where status = 'active'`;
  for (const { sessionId, organisationId } of active)
    await closeSession({ organisationId, mode: "live" }, sessionId);
  const before = banks.accountsOpened();
  const outcomes = await Promise.allSettled([openTestSession("live"), openTestSession("live")]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "bank_refused" },
  });
  expect(banks.accountsOpened() - before).toBe(2);
});
