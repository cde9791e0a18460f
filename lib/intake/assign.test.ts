import { beforeAll, expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { listExceptions } from "@/lib/exceptions";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { incoming, openTestSession } from "@/lib/transactions/testing/sessions";
import { assignException } from "./assign";

useTestDatabase();

type TestSession = Awaited<ReturnType<typeof openTestSession>>;
let closed: TestSession;
let open: TestSession;
let sibling: { sessionId: TestSession["sessionId"] };

/** Two sessions of one organisation: one that is closed, one that is open. */
beforeAll(async () => {
  closed = await openTestSession();
  open = await openTestSession();
  await systemDb().sql`
    update session_counters set organisation_id = ${closed.scope.organisationId} where session_id = ${open.sessionId}`;
  await systemDb().sql`
    update sessions set organisation_id = ${closed.scope.organisationId} where session_id = ${open.sessionId}`;
  sibling = { sessionId: open.sessionId };
  await closeSession(closed.scope, closed.sessionId);
});

/** A payment that came too late, and its exception. */
async function latePayment() {
  const late = incoming({ account: closed.account });
  expect(await recordCredit(late)).toEqual({ fate: "exception" });
  const [exception] = (await listExceptions({})).filter(
    ({ paymentKey }) => paymentKey === late.credit.paymentKey,
  );
  return { late, exceptionId: exception?.id ?? "" };
}

const openAbout = async (paymentKey: string) =>
  (await listExceptions({})).filter((exception) => exception.paymentKey === paymentKey);

test("a bank that tells an assigned payment again, byte for byte, raises no new exception", async () => {
  const { late, exceptionId } = await latePayment();
  await assignException({ exceptionId, ...sibling });
  expect(await recordCredit(late)).toEqual({ fate: "known" });
  expect(await openAbout(late.credit.paymentKey)).toEqual([]);
});

test("a pending payment that was assigned elsewhere becomes final by the bank's word, which names its first account", async () => {
  const late = incoming({ account: closed.account, status: "pending" });
  expect(await recordCredit(late)).toEqual({ fate: "exception" });
  const [exception] = await openAbout(late.credit.paymentKey);
  const { transactionId } = await assignException({ exceptionId: exception?.id ?? "", ...sibling });
  const final = { ...incoming(), credit: { ...late.credit, status: "successful" as const } };
  expect(await recordCredit(final)).toEqual({ fate: "known" });
  expect(await systemDb().sql`select status from transactions where id = ${transactionId}`).toEqual([
    { status: "successful" },
  ]);
  const elsewhere = { ...incoming(), credit: { ...final.credit, account: "0000000000" } };
  expect(await recordCredit(elsewhere)).toEqual({ fate: "exception" });
  expect(await openAbout(late.credit.paymentKey)).toMatchObject([{ reason: "conflicting_repeat" }]);
});

test("an assignment that was interrupted after recording is finished by asking again", async () => {
  const { late, exceptionId } = await latePayment();
  const first = await assignException({ exceptionId, ...sibling });
  await systemDb().sql`
    update exceptions set resolved_at = null, resolution = null, transaction_id = null where id = ${exceptionId}`;
  expect(await assignException({ exceptionId, ...sibling })).toEqual(first);
  expect(await openAbout(late.credit.paymentKey)).toEqual([]);
});

test("an exception is not assigned twice, nor to a closed session, nor to another organisation's", async () => {
  const { exceptionId } = await latePayment();
  const stranger = await openTestSession();
  await expect(assignException({ exceptionId, sessionId: closed.sessionId })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(assignException({ exceptionId, sessionId: stranger.sessionId })).rejects.toMatchObject({
    code: "not_found",
  });
  await assignException({ exceptionId, ...sibling });
  await expect(assignException({ exceptionId, ...sibling })).rejects.toMatchObject({ code: "conflict" });
});
