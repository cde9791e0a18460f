import { beforeAll, expect, test } from "vitest";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb, systemTx } from "@/lib/db/client";
import { dismissException, listExceptions } from "@/lib/exceptions";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { untilWaitingForLock } from "@/lib/testing/lock-waits";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { assignException } from "./assign";

useTestDatabase();

type TestSession = Awaited<ReturnType<typeof openTestSession>>;
let closed: TestSession;
let open: TestSession;
let sibling: { sessionId: TestSession["sessionId"] };

/** A closed and an open session of one organisation. */
beforeAll(async () => {
  closed = await openTestSession();
  open = await openTestSession();
  await systemDb().sql`
    update session_states set organisation_id = ${closed.scope.organisationId} where session_id = ${open.sessionId}`;
  await systemDb().sql`
    update sessions set organisation_id = ${closed.scope.organisationId} where session_id = ${open.sessionId}`;
  sibling = { sessionId: open.sessionId };
  await closeSession(closed.scope, closed.sessionId);
});

/** A payment to the closed session, and its exception. */
async function latePayment() {
  const late = createIncomingCredit({ account: closed.account });
  expect(await recordCredit(late)).toEqual({ outcome: "exception" });
  const [exception] = (await listExceptions({})).filter(
    ({ paymentKey }) => paymentKey === late.credit.paymentKey,
  );
  return { late, exceptionId: exception?.id ?? "" };
}

const listOpenExceptions = async (paymentKey: string) =>
  (await listExceptions({})).filter((exception) => exception.paymentKey === paymentKey);

test("an identical repeat of an assigned payment opens no new exception", async () => {
  const { late, exceptionId } = await latePayment();
  await assignException(COMMAND_LINE, { exceptionId, ...sibling });
  expect(await recordCredit(late)).toEqual({ outcome: "existing" });
  expect(await listOpenExceptions(late.credit.paymentKey)).toEqual([]);
});

test("a pending payment that was assigned becomes final by a status update that names its original account", async () => {
  const late = createIncomingCredit({ account: closed.account, status: "pending" });
  expect(await recordCredit(late)).toEqual({ outcome: "exception" });
  const [exception] = await listOpenExceptions(late.credit.paymentKey);
  const { transactionId } = await assignException(COMMAND_LINE, {
    exceptionId: exception?.id ?? "",
    ...sibling,
  });
  const final = { ...createIncomingCredit(), credit: { ...late.credit, status: "successful" as const } };
  expect(await recordCredit(final)).toEqual({ outcome: "existing" });
  expect(await systemDb().sql`select status from transactions where id = ${transactionId}`).toEqual([
    { status: "successful" },
  ]);
  const elsewhere = { ...createIncomingCredit(), credit: { ...final.credit, account: "0000000000" } };
  expect(await recordCredit(elsewhere)).toEqual({ outcome: "exception" });
  expect(await listOpenExceptions(late.credit.paymentKey)).toMatchObject([{ reason: "conflicting_repeat" }]);
});

test("if an assignment and a refund decision are concurrent, one succeeds and the other is refused", async () => {
  for (let round = 0; round < 10; round++) {
    const { late, exceptionId } = await latePayment();
    const results = await Promise.allSettled([
      assignException(COMMAND_LINE, { exceptionId, ...sibling }),
      dismissException(COMMAND_LINE, { exceptionId, note: "to its payer", resolution: "to_refund" }),
    ]);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "conflict" } }]);
    const [stored] = await systemDb().sql<{ resolution: string; counted: number }[]>`
      select resolution, (select count(*)::int from transactions t where t.payment_key = e.correlation_key) as counted
      from exceptions e where id = ${exceptionId}`;
    const isAssigned = results[0]?.status === "fulfilled";
    expect(stored).toEqual({
      resolution: isAssigned ? "assigned" : "to_refund",
      counted: isAssigned ? 1 : 0,
    });
    expect(await listOpenExceptions(late.credit.paymentKey)).toEqual([]);
  }
});

test("an assignment concurrent with the bank's final status results with that status", async () => {
  for (let round = 0; round < 10; round++) {
    const late = createIncomingCredit({ account: closed.account, status: "pending" });
    await recordCredit(late);
    const [exception] = await listOpenExceptions(late.credit.paymentKey);
    const final = createIncomingCredit({ ...late.credit, status: "successful" });
    await Promise.allSettled([
      assignException(COMMAND_LINE, { exceptionId: exception?.id ?? "", ...sibling }),
      recordCredit(final),
    ]);
    const rows = await systemDb()
      .sql`select status from transactions where payment_key = ${late.credit.paymentKey}`;
    const open = await listOpenExceptions(late.credit.paymentKey);
    expect([rows, open.length]).toEqual(rows.length === 1 ? [[{ status: "successful" }], 0] : [[], 1]);
  }
});

test.each(["successful", "failed"] as const)(
  "a pending payment whose final status %s is also an open exception is assigned with that status",
  async (status) => {
    const late = createIncomingCredit({ account: closed.account, status });
    await recordCredit(late);
    const pending = createIncomingCredit({ ...late.credit, account: "0000000000", status: "pending" });
    await recordCredit(pending);
    const exceptions = await listOpenExceptions(late.credit.paymentKey);
    expect(exceptions).toHaveLength(2);
    const exception = exceptions.find(({ reason }) => reason === "unknown_destination");
    const { transactionId } = await assignException(COMMAND_LINE, {
      exceptionId: exception?.id ?? "",
      ...sibling,
    });
    expect(await systemDb().sql`select status from transactions where id = ${transactionId}`).toEqual([
      { status },
    ]);
    expect(await listOpenExceptions(late.credit.paymentKey)).toEqual([]);
    expect(await systemDb().sql`select resolution from exceptions where id = ${exception?.id ?? ""}`).toEqual(
      [{ resolution: "assigned" }],
    );
  },
);

test("an exception is not assigned twice, to a closed session or to another organisation's session", async () => {
  const { exceptionId } = await latePayment();
  const stranger = await openTestSession();
  await expect(
    assignException(COMMAND_LINE, { exceptionId, sessionId: closed.sessionId }),
  ).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(
    assignException(COMMAND_LINE, { exceptionId, sessionId: stranger.sessionId }),
  ).rejects.toMatchObject({
    code: "not_found",
  });
  await assignException(COMMAND_LINE, { exceptionId, ...sibling });
  await expect(assignException(COMMAND_LINE, { exceptionId, ...sibling })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("an assignment that waits for a change of the event's terminal assignments succeeds", async () => {
  const { late, exceptionId } = await latePayment();
  let assigning: ReturnType<typeof assignException> | undefined;
  await systemTx(async ({ sql }) => {
    await sql`update session_states set assignments_version = assignments_version + 1 where session_id = ${open.sessionId}`;
    assigning = assignException(COMMAND_LINE, { exceptionId, ...sibling });
    await untilWaitingForLock(1);
  });
  const { transactionId } = (await assigning) ?? expect.fail("nothing was assigned");
  const [recorded] = await systemDb().sql`
    select id, session_id from transactions where payment_key = ${late.credit.paymentKey}`;
  expect(recorded).toEqual({ id: transactionId, sessionId: open.sessionId });
});
