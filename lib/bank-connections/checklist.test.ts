/** Guarantee: each item of a go-live checklist is true of the stored facts of the caller's own organisation, and of no other. */
import postgres from "postgres";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { verifyingSecret } from "@/lib/bank";
import { readDueLists } from "@/lib/catch-up";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { systemDb, systemTx } from "@/lib/db/client";
import { receiveBankNotification } from "@/lib/intake";
import { compose, connect, type Party, pay } from "@/lib/intake/testing/connected-event";
import { findSingleton } from "@/lib/process-singleton";
import { createSession } from "@/lib/sessions";
import { CreateSession } from "@/lib/sessions/contract";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill-session";
import { explainStatements } from "@/lib/testing/query-plan";
import { readConnectionFacts } from "./checklist";
import {
  addConnection,
  allowDeploymentAccount,
  listOwnConnections,
  MAX_LIST_FAILURES,
  setBankShare,
} from "./index";
import { createConnectedOrganisation, createOrganisation, startLivePaystack } from "./testing/paystack";

const OURS = "sk_live_ours_0123456789";
const THEIRS = "sk_live_theirs_0123456789";
const bank = await startLivePaystack(["sk_live_deployment", OURS, THEIRS]);
Object.assign(process.env, { MONNIFY_BASE_URL: "http://127.0.0.1:9", NOMBA_BASE_URL: "http://127.0.0.1:9" });
afterAll(() => bank.close());
const database = useTestDatabase();

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const HUNDRED_NAIRA = 10_000n;

beforeEach(async () => {
  bank.ledger.payments.length = 0;
  await systemDb().sql`delete from bank_polls`;
  findSingleton<Map<string, number>>("notification times")?.clear();
});

/** The states of a checklist by item. */
async function statesOf(scope: Scope, at = 0) {
  const { connections } = await listOwnConnections(scope);
  return Object.fromEntries((connections[at]?.checklist ?? []).map(({ item, state }) => [item, state]));
}

async function itemOf(scope: Scope, name: string) {
  const { connections } = await listOwnConnections(scope);
  return connections[0]?.checklist.find(({ item }) => item === name);
}

async function deploymentStatesOf(scope: Scope) {
  const { deployment_account: used } = await listOwnConnections(scope);
  return used && { provider: used.provider, states: used.checklist.map(({ item, state }) => [item, state]) };
}

/** Lets the bank's list report a payment without a notification. */
async function findInList({ account }: Pick<Party, "account">, key: string) {
  bank.ledger.pay(account, HUNDRED_NAIRA, { key, paidAt: minutesAgo(5) });
  await systemDb().sql`update bank_polls set due_at = clock_timestamp() - interval '1 second'`;
  await readDueLists();
}

const openEvent = (scope: Scope) =>
  createSession(
    scope,
    CreateSession.parse({
      external_event_id: "event-1",
      name: "Afro Nation Lagos",
      collection: { account: true, pos: false },
    }),
  );

describe("another organisation's facts", () => {
  it("change no item of ours, and its connections are not listed", async () => {
    const { scope } = await createConnectedOrganisation(OURS);
    const other = await connect(THEIRS);
    await pay(other, { account: other.account });
    await readDueLists();
    expect(await statesOf(other.scope)).toMatchObject({ webhook: "done", account: "done", payment: "done" });
    const { connections } = await listOwnConnections(scope);
    expect(connections).toHaveLength(1);
    expect(await readConnectionFacts(scope.organisationId, [other.connectionId])).toEqual(new Map());
    expect(await statesOf(scope)).toMatchObject({ webhook: "to_do", account: "to_do", payment: "to_do" });
  });

  it("at the deployment's connection change no item of ours", async () => {
    const [ours, theirs] = [await createOrganisation(), await createOrganisation()];
    for (const { organisationId } of [ours, theirs])
      await allowDeploymentAccount({ ...COMMAND_LINE, organisationId }, true);
    const { collection_account: account } = await openEvent(theirs);
    const raw = compose(verifyingSecret("paystack", "live") ?? "", {
      account: account?.account_number ?? "",
    });
    expect((await receiveBankNotification(raw)).outcome).toBe("recorded");
    expect(await deploymentStatesOf(theirs)).toEqual({
      provider: "paystack",
      states: [
        ["default", "done"],
        ["account", "done"],
        ["payment", "done"],
      ],
    });
    expect((await deploymentStatesOf(ours))?.states).toEqual([
      ["default", "done"],
      ["account", "to_do"],
      ["payment", "to_do"],
    ]);
  });
});

describe("the checklist of an own connection", () => {
  it("of a new connection has the credentials and the default, and everything else to do", async () => {
    const { scope } = await createConnectedOrganisation(OURS);
    expect(await statesOf(scope)).toEqual({
      ...{ credentials: "done", default: "done", webhook: "to_do", list: "to_do" },
      ...{ account: "to_do", payment: "to_do" },
    });
  });

  it("says when the credentials cannot be read", async () => {
    const { scope, connectionId } = await createConnectedOrganisation(OURS);
    await systemDb().sql`update bank_connections set credentials = 'v1.x.y' where id = ${connectionId}`;
    expect(await itemOf(scope, "credentials")).toMatchObject({ state: "problem", at: null });
  });

  it("asks to make it the default only if it issues accounts", async () => {
    const { scope, connectionId } = await createConnectedOrganisation(OURS);
    await addConnection(scope, {
      provider: "moniepoint",
      credentials: { MONIEPOINT_WEBHOOK_SECRET: "secret of a shop" },
    });
    await systemDb().sql`update bank_connections set is_default = false where id = ${connectionId}`;
    expect((await statesOf(scope)).default).toBe("to_do");
    expect(await statesOf(scope, 1)).toMatchObject({ default: "not_needed", list: "not_needed" });
  });

  it("has the time of the first notification, of an unrelated payment too, and none after a wrong signature", async () => {
    const party = await connect(OURS);
    await expect(pay(party, { account: party.account }, THEIRS)).rejects.toThrow();
    expect((await itemOf(party.scope, "webhook"))?.state).toBe("to_do");
    expect(await pay(party, { account: "0000000000" })).toBe("unrelated");
    const first = await itemOf(party.scope, "webhook");
    expect(first).toMatchObject({ state: "done", at: expect.any(Date) });
    await new Promise((resolve) => setTimeout(resolve, 5));
    findSingleton<Map<string, number>>("notification times")?.clear();
    await pay(party, { account: party.account });
    expect((await itemOf(party.scope, "webhook"))?.at).toEqual(first?.at);
    const [connection] = (await listOwnConnections(party.scope)).connections;
    expect(connection?.last_notified_at?.getTime()).toBeGreaterThan(first?.at?.getTime() ?? 0);
    expect((await itemOf(party.scope, "payment"))?.state).toBe("done");
  });

  it("saves the time of a connection's notifications once a minute", async () => {
    const party = await connect(OURS);
    const lastOf = async () => (await listOwnConnections(party.scope)).connections[0]?.last_notified_at;
    await pay(party, { account: party.account });
    const saved = await lastOf();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await pay(party, { account: party.account });
    expect(await lastOf()).toEqual(saved);
  });

  it("follows the reading of the bank's list", async () => {
    const { scope, connectionId } = await createConnectedOrganisation(OURS);
    await readDueLists();
    expect(await itemOf(scope, "list")).toMatchObject({ state: "done", at: expect.any(Date) });
    const fail = (count: number) =>
      systemDb()
        .sql`update bank_polls set failure_count = ${count} where bank_connection_id = ${connectionId}`;
    await fail(MAX_LIST_FAILURES - 1);
    expect((await itemOf(scope, "list"))?.state).toBe("done");
    await fail(MAX_LIST_FAILURES);
    expect((await itemOf(scope, "list"))?.state).toBe("problem");
  });

  it("has an account from the first event, or a device that is paired with one", async () => {
    const party = await connect(OURS);
    expect((await itemOf(party.scope, "account"))?.state).toBe("done");
    const { connectionId } = await addConnection(party.scope, {
      provider: "moniepoint",
      credentials: { MONIEPOINT_WEBHOOK_SECRET: "secret of a shop" },
    });
    await pay(party, { account: party.account });
    expect(await statesOf(party.scope, 1)).toMatchObject({ account: "to_do", payment: "to_do" });
    await systemDb().sql`
      insert into device_pairings (session_id, id, organisation_id, mode, terminal_id, bank_connection_id, device, paired_from)
      values (${party.sessionId}, 'pai_1', ${party.scope.organisationId}, 'live', ${party.terminalId}, ${connectionId}, 'P1', now())`;
    expect((await statesOf(party.scope, 1)).account).toBe("done");
  });

  it("ends with a payment that a notification reported, with its amount and time", async () => {
    const party = await connect(OURS);
    await pay(party, { account: party.account, amount: HUNDRED_NAIRA, status: "failed" });
    expect((await itemOf(party.scope, "payment"))?.state).toBe("to_do");
    await pay(party, { account: party.account, amount: HUNDRED_NAIRA });
    expect(await itemOf(party.scope, "payment")).toMatchObject({
      ...{ state: "done", amount: HUNDRED_NAIRA, at: expect.any(Date) },
    });
  });

  it("says when only the bank's list reported the payment, until a notification reports it or another", async () => {
    const party = await connect(OURS);
    await findInList(party, "lost-1");
    expect(await itemOf(party.scope, "payment")).toMatchObject({ state: "problem", amount: HUNDRED_NAIRA });
    await pay(party, { account: party.account, paymentKey: "lost-1", amount: HUNDRED_NAIRA });
    expect((await itemOf(party.scope, "payment"))?.state).toBe("done");
    const other = await connect(THEIRS);
    await findInList(other, "lost-2");
    expect((await itemOf(other.scope, "payment"))?.state).toBe("problem");
    await pay(other, { account: other.account, amount: 20_000n });
    expect(await itemOf(other.scope, "payment")).toMatchObject({ state: "done", amount: 20_000n });
  });

  it("does not count the bank's notification of a settlement as a report of its payment", async () => {
    const party = await connect(OURS);
    await findInList(party, "lost-1");
    await systemDb().sql`
      update bank_notifications set adapter_version = 1, outcome = 'settlement' where correlation_key = 'lost-1'`;
    expect((await itemOf(party.scope, "payment"))?.state).toBe("problem");
  });
});

describe("the deployment's account", () => {
  it("has a checklist where the operator gave a share or the permission, and none with an own default", async () => {
    const scope = await createOrganisation();
    const operator = { ...COMMAND_LINE, organisationId: scope.organisationId };
    expect(await deploymentStatesOf(scope)).toBeNull();
    await setBankShare(operator, { provider: "monnify", incomeSplitConfig: [{ subAccountCode: "MFY_1" }] });
    expect(await deploymentStatesOf(scope)).toMatchObject({ provider: "monnify" });
    const own = await createConnectedOrganisation(OURS);
    await allowDeploymentAccount({ ...COMMAND_LINE, organisationId: own.scope.organisationId }, true);
    expect(await deploymentStatesOf(own.scope)).toBeNull();
  });
});

it("reads the latest payments alone, by indexes", async () => {
  const party = await connect(OURS);
  await systemTx((db) => fillSession(db, { sessionId: party.sessionId, count: 5_000 }));
  const owner = postgres(database.ownerUrl, { max: 1 });
  await owner`analyze`;
  await owner.end();
  const { organisationId } = party.scope;
  const [plan] = await explainStatements(() => readConnectionFacts(organisationId, [party.connectionId]));
  for (const table of ["transactions", "bank_notifications"])
    expect(plan?.seqScannedTables).not.toContain(table);
  expect(plan?.rowsTouched).toBeLessThan(100);
});
