/** Guarantee: an attached account's payments are recorded like those of an own one, and one open session has it at a time. */

import { afterAll, expect, test } from "vitest";
import { getProvider } from "@/lib/bank";
import { notify, startLivePaystack } from "@/lib/catch-up/testing/paystack";
import { type Id, newId } from "@/lib/core/ids";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { assignException } from "@/lib/intake";
import { verifyTotals } from "@/lib/reconciliation";
import { closeSession, createSession, getSession } from "@/lib/sessions";
import { CreateSession } from "@/lib/sessions/contract";
import { newOrganisation } from "@/lib/sessions/testing/events";
import { useTestDatabase } from "@/lib/testing/database";
import { attachAccount } from "./index";

const paystack = await startLivePaystack();
afterAll(() => paystack.close());
useTestDatabase();

const connection = { id: "bnk_paystack", organisationId: null, provider: getProvider("paystack") } as const;
let numbers = 2_000_000_000;

/** Opens a live session without an account. */
async function open(mode: Scope["mode"] = "live") {
  const scope: Scope = { ...(await newOrganisation()), mode };
  const body = { external_event_id: "jazz", name: "Jazz", collection: { account: false, pos: false } };
  const { session_id: sessionId } = await createSession(scope, CreateSession.parse(body));
  return { scope, sessionId };
}

const nextNumber = () => String(++numbers);
const attach = (sessionId: Id<"session">, accountNumber: string) =>
  attachAccount(COMMAND_LINE, sessionId, { connection, accountNumber, bankName: "Wema Bank" });
let payments = 0;
const pay = (account: string, paidAt = new Date()) => {
  payments++;
  return paystack.ledger.pay(account, 10_000n, { key: `attached-${payments}`, paidAt });
};
const countPayments = async (sessionId: Id<"session">) =>
  (await systemDb().sql`select from transactions where session_id = ${sessionId}`).length;

test("its payments are recorded, and the API shows it as the session's account", async () => {
  const { scope, sessionId } = await open();
  const account = nextNumber();
  await attach(sessionId, account);
  expect((await getSession(scope, sessionId)).collection_account).toEqual({
    account_number: account,
    account_name: "Takings / Jazz",
    bank_name: "Wema Bank",
    bank_code: "035",
  });
  expect((await notify(pay(account))).outcome).toBe("recorded");
  expect(await countPayments(sessionId)).toBe(1);
  expect((await verifyTotals({})).differences).toEqual([]);
  const audit = await systemDb().sql`
    select action, subject, details from audit_entries where session_id = ${sessionId} and action = 'attached_account'`;
  expect(audit).toEqual([
    { action: "attached_account", subject: sessionId, details: { connection: "bnk_paystack" } },
  ]);
});

test("payments that came before stay exceptions that can be assigned to the session", async () => {
  const { sessionId } = await open();
  const account = nextNumber();
  expect((await notify(pay(account))).outcome).toBe("exception");
  await attach(sessionId, account);
  const [exception] = await systemDb().sql<{ id: Id<"exception"> }[]>`
    select id from exceptions where reason = 'unknown_destination' and credit->>'account' = ${account}`;
  await assignException(COMMAND_LINE, { exceptionId: exception?.id ?? "", sessionId });
  expect(await countPayments(sessionId)).toBe(1);
  expect((await verifyTotals({})).differences).toEqual([]);
});

test("serves one open session at a time, also if two are attached at once", async () => {
  const account = nextNumber();
  const sessions = await Promise.all(Array.from({ length: 4 }, () => open()));
  const attached = await Promise.allSettled(sessions.map(({ sessionId }) => attach(sessionId, account)));
  expect(attached.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refusals = attached.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(refusals).toEqual(["conflict", "conflict", "conflict"]);
});

test("goes to the session that had it at the time of payment, if several had it in turn", async () => {
  const account = nextNumber();
  const later = await open();
  const first = await open();
  await attach(first.sessionId, account);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const duringFirst = pay(account, new Date());
  await new Promise((resolve) => setTimeout(resolve, 20));
  await closeSession(first.scope, first.sessionId);
  await attach(later.sessionId, account);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await notify(duringFirst)).outcome, "the first event is closed").toBe("exception");
  expect((await notify(pay(account))).outcome).toBe("recorded");
  expect(await countPayments(later.sessionId)).toBe(1);
  expect((await verifyTotals({})).differences).toEqual([]);
});

test("attaching is refused for a session that is closed, in test mode, of another organisation or has an account, and for a bank whose payments name no account", async () => {
  const closed = await open();
  await closeSession(closed.scope, closed.sessionId);
  await expect(attach(closed.sessionId, nextNumber())).rejects.toMatchObject({ code: "conflict" });
  await expect(attach((await open("test")).sessionId, nextNumber())).rejects.toMatchObject({
    code: "conflict",
  });
  const taken = await open();
  await attach(taken.sessionId, nextNumber());
  await expect(attach(taken.sessionId, nextNumber())).rejects.toMatchObject({ code: "conflict" });
  await expect(attach(newId("session"), nextNumber())).rejects.toMatchObject({ code: "not_found" });
  await expect(attach((await open()).sessionId, "123")).rejects.toMatchObject({ code: "invalid_request" });
  const { scope, sessionId } = await open();
  const request = { connection, accountNumber: nextNumber(), bankName: "Wema Bank" };
  const other = { ...(await newOrganisation()), mode: "live" as const };
  await expect(attachAccount(other, sessionId, request)).rejects.toMatchObject({ code: "not_found" });
  const foreign = { ...connection, organisationId: other.organisationId };
  await expect(attachAccount(scope, sessionId, { ...request, connection: foreign })).rejects.toMatchObject({
    code: "conflict",
  });
  const flutterwave = { ...connection, id: "bnk_flutterwave", provider: getProvider("flutterwave") } as const;
  await expect(
    attachAccount(scope, sessionId, { ...request, connection: flutterwave }),
  ).rejects.toMatchObject({
    code: "conflict",
    detail: expect.stringContaining("Payments at Flutterwave do not name the account"),
  });
});
