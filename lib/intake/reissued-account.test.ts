/** Guarantee: an account number that a bank issues again belongs to the new session from its creation on; no create opens a second account. */
import { afterAll, expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { receiveBankNotification } from "./receive";
import { NOMBA_ACCOUNT, paymentNotice, startLiveBanks } from "./testing/live-banks";

const banks = await startLiveBanks();
afterAll(() => banks.close());
useTestDatabase();

type TestSession = Awaited<ReturnType<typeof openTestSession>>;

/** Opens a live session and says how many accounts the bank was asked for. */
async function open(): Promise<{ session: TestSession | undefined; asked: number; refusal?: string }> {
  const before = banks.accountsOpened();
  const asked = () => banks.accountsOpened() - before;
  try {
    const session = await openTestSession("live");
    return { session, asked: asked() };
  } catch (thrown) {
    return { session: undefined, asked: asked(), refusal: (thrown as { code: string }).code };
  }
}

/** Sets the time at which a session was created. */
const createdAt = ({ sessionId }: TestSession, time: string) =>
  systemDb().sql`update sessions set created_at = ${time}::timestamptz where session_id = ${sessionId}`;

let payments = 0;

/** Where a payment into the account ends that its bank dates so. */
async function endOf(time: string) {
  const paymentKey = `reissued-${++payments}`;
  await receiveBankNotification(
    paymentNotice("nomba", "live", { account: NOMBA_ACCOUNT, paymentKey, paidAt: new Date(time) }),
  );
  const [end] = await systemDb().sql<{ sessionId: string; reason: string }[]>`
    select session_id as "sessionId", 'recorded' as reason from transactions where payment_key = ${paymentKey}
    union all select session_id, reason from exceptions where subject = ${paymentKey}`;
  return end && { ...end };
}

test("a number issued again after each close goes to the newest session; an older payment is an exception of its own session", async () => {
  const sessions: TestSession[] = [];
  for (const time of ["2026-11-18T18:00:00.500Z", "2026-11-19T18:00:00.500Z", "2026-11-20T18:00:00.500Z"]) {
    for (const old of sessions) await closeSession(old.scope, old.sessionId);
    const { session, asked } = await open();
    expect(asked).toBe(1);
    if (!session) throw new Error("The number is not issued again");
    expect(session.account).toBe(NOMBA_ACCOUNT);
    await createdAt(session, time);
    sessions.push(session);
  }
  const [first, second, third] = sessions.map(({ sessionId }) => sessionId);
  expect(await endOf("2026-11-20T18:00:01.000Z")).toEqual({ sessionId: third, reason: "recorded" });
  // The bank dates by seconds: a payment in the second of the creation is the new session's.
  expect(await endOf("2026-11-20T18:00:00.000Z")).toEqual({ sessionId: third, reason: "recorded" });
  expect(await endOf("2026-11-20T17:59:59.000Z")).toEqual({ sessionId: second, reason: "session_closed" });
  expect(await endOf("2026-11-19T18:00:00.000Z")).toEqual({ sessionId: second, reason: "session_closed" });
  expect(await endOf("2026-11-19T17:59:59.000Z")).toEqual({ sessionId: first, reason: "session_closed" });
  expect(await endOf("2026-11-18T17:59:59.000Z")).toEqual({ sessionId: first, reason: "session_closed" });
});

test("a number that an open session holds opens no second session, and the bank is asked once", async () => {
  const before = await systemDb().sql`select session_id from sessions order by 1`;
  expect(await open()).toEqual({ session: undefined, asked: 1, refusal: "unavailable" });
  expect(await systemDb().sql`select session_id from sessions order by 1`).toEqual(before);
});

test("of two creates at once after a close one gets the number, the other is refused, and each asks the bank once", async () => {
  const active = await systemDb().sql<{ sessionId: `ses_${string}`; organisationId: `org_${string}` }[]>`
    select session_id as "sessionId", organisation_id as "organisationId" from session_counters where status = 'active'`;
  for (const { sessionId, organisationId } of active)
    await closeSession({ organisationId, mode: "live" }, sessionId);
  const before = banks.accountsOpened();
  const outcomes = await Promise.allSettled([openTestSession("live"), openTestSession("live")]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "unavailable" },
  });
  expect(banks.accountsOpened() - before).toBe(2);
});
