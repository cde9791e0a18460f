/** Guarantee: an organisation never has more open live events with an account than its quota. */
import { afterAll, expect, test } from "vitest";
import { createConnectedOrganisation, startLivePaystack } from "@/lib/bank-connections/testing/paystack";
import { type Id, newId } from "@/lib/core/ids";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { documentedDetail } from "@/lib/openapi/testing/documented-detail";
import { closeSession, createSession } from "@/lib/sessions";
import { CreateSession } from "@/lib/sessions/contract";
import { useTestDatabase } from "@/lib/testing/database";
import { setAccountQuota } from "./index";

const SECRET = "sk_live_quota-0001";
const bank = await startLivePaystack([SECRET]);
afterAll(() => bank.close());
useTestDatabase();

const BODY = { external_event_id: "e", name: "Jazz", collection: { account: true, pos: false } };
const open = (scope: Scope, account = true, sessionId?: Id<"session">) =>
  createSession(
    scope,
    CreateSession.parse({ ...BODY, collection: { account, pos: false } }),
    sessionId ? { sessionId } : {},
  );

async function createLimited(quota: number) {
  const { scope } = await createConnectedOrganisation(SECRET);
  await setAccountQuota({ ...COMMAND_LINE, organisationId: scope.organisationId }, quota);
  return scope;
}

test("an event beyond the quota is refused before the bank is asked; a closed event frees its place", async () => {
  const scope = await createLimited(1);
  const first = newId("session");
  await open(scope, true, first);
  const before = bank.accounts.length;
  await expect(open(scope)).rejects.toMatchObject({
    code: "account_quota_reached",
    detail: expect.stringMatching(documentedDetail("account_quota_reached")),
  });
  expect(bank.accounts.length).toBe(before);
  // Without an account, in test mode, and a repeat of the first request.
  await open(scope, false);
  await open({ ...scope, mode: "test" });
  expect(await open(scope, true, first)).toMatchObject({ session_id: first });
  await closeSession(scope, first);
  await open(scope);
});

test("of concurrent requests as many are opened as the quota allows", async () => {
  const scope = await createLimited(3);
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => open(scope)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  const [row] = await systemDb().sql<{ count: number }[]>`
    select count(*)::int from sessions where organisation_id = ${scope.organisationId}`;
  expect(row?.count).toBe(3);
});

test("a quota can be raised, and removed; each change is in the audit log", async () => {
  const scope = await createLimited(0);
  const owner = { ...COMMAND_LINE, organisationId: scope.organisationId };
  await expect(open(scope)).rejects.toMatchObject({ code: "account_quota_reached" });
  expect(await setAccountQuota(owner, 1)).toMatchObject({ quota: 1, openAccounts: 0 });
  await open(scope);
  expect(await setAccountQuota(owner, null)).toMatchObject({ quota: null, openAccounts: 1 });
  await open(scope);
  const entries = await systemDb().sql`
    select details from audit_entries
    where organisation_id = ${scope.organisationId} and action = 'changed_account_quota' order by id`;
  expect(entries.map(({ details }) => details.quota)).toEqual(["0", "1", "none"]);
});

test("the last place asked for eight times at once opens one account at the bank", async () => {
  const scope = await createLimited(1);
  const before = bank.accounts.length;
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => open(scope)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(bank.accounts.length).toBe(before + 1);
});

test("a place is free again after a request that the bank refused, and after a process that was killed", async () => {
  const scope = await createLimited(1);
  const reservations = () => systemDb().sql`
    select session_id from account_reservations where organisation_id = ${scope.organisationId}`;
  bank.fail("POST /dedicated_account", { status: 400, body: { status: false, message: "Refused" } });
  await expect(open(scope)).rejects.toMatchObject({
    code: expect.stringMatching(/^(bank_refused|unavailable)$/),
  });
  expect(await reservations()).toEqual([]);
  const reserve = (inMs: number) => systemDb().sql`
    insert into account_reservations values (${newId("session")}, ${scope.organisationId}, clock_timestamp() + ${inMs}::int * interval '1 millisecond')`;
  await reserve(60_000);
  await expect(open(scope)).rejects.toMatchObject({
    code: "account_quota_reached",
    detail: expect.stringContaining("has 1, 1 of them being opened"),
  });
  await systemDb().sql`update account_reservations set expires_at = now() - interval '1 second'`;
  await open(scope);
  expect(await reservations()).toEqual([]);
});
