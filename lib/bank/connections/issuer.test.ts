/** Guarantee: a live account is opened at the organisation's own connection, else with its share, else where the operator allowed it, else nowhere. */
import { afterAll, beforeEach, expect, test } from "vitest";
import {
  addConnection,
  allowDeploymentAccount,
  removeConnection,
  setBankShare,
} from "@/lib/bank-connections";
import {
  createConnectedOrganisation,
  createOrganisation,
  paystackCredentials,
  startLivePaystack,
} from "@/lib/bank-connections/testing/paystack";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { documentedDetail } from "@/lib/openapi/testing/documented-detail";
import { issueApiKey } from "@/lib/organisations";
import { createSession } from "@/lib/sessions";
import { CreateSession } from "@/lib/sessions/contract";
import { useTestDatabase } from "@/lib/testing/database";
import { provisionAccount } from "../accounts";

const DEPLOYMENT = "sk_live_deployment";
const OURS = "sk_live_ours_0123456789";
const bank = await startLivePaystack([DEPLOYMENT, OURS]);
afterAll(() => bank.close());
useTestDatabase();

let scope: Scope;
beforeEach(async () => {
  bank.requests.length = 0;
  scope = await createOrganisation();
});

let count = 0;
function open(owner: Scope, collection = { account: true, pos: false }) {
  count++;
  return createSession(
    owner,
    CreateSession.parse({ external_event_id: `event-${count}`, name: "Afro Nation Lagos", collection }),
  );
}
const connectionOf = async (sessionId: string) => {
  const [row] = await systemDb().sql<{ accountConnectionId: string }[]>`
    select account_connection_id from sessions where session_id = ${sessionId}`;
  return row?.accountConnectionId;
};
const accountRequest = () =>
  bank.requests.findLast(({ method, path }) => `${method} ${path}` === "POST /dedicated_account");
const operator = () => ({ ...COMMAND_LINE, organisationId: scope.organisationId });

test("without a connection, a share or the operator's permission no account is opened and no bank is called", async () => {
  await expect(open(scope)).rejects.toMatchObject({
    code: "no_bank_connection",
    detail: expect.stringMatching(documentedDetail("no_bank_connection")),
  });
  expect(bank.requests).toEqual([]);
  expect((await open(scope, { account: false, pos: false })).collection_account).toBeNull();
});

test("an organisation's own connection issues the account with its own credentials", async () => {
  const own = await createConnectedOrganisation(OURS);
  const session = await open(own.scope);
  expect(await connectionOf(session.session_id)).toBe(own.connectionId);
  expect(accountRequest()?.headers.authorization).toBe(`Bearer ${OURS}`);
  await expect(removeConnection(own.scope, own)).rejects.toMatchObject({ code: "conflict" });
});

test("an unreadable default connection is unavailable and never replaced by another account", async () => {
  const own = await createConnectedOrganisation(OURS);
  await allowDeploymentAccount({ ...COMMAND_LINE, organisationId: own.scope.organisationId }, true);
  await systemDb()
    .sql`update bank_connections set credentials = 'v1.lost.key' where id = ${own.connectionId}`;
  await expect(open(own.scope)).rejects.toMatchObject({ code: "unavailable" });
});

test("a live key of the command line allows the deployment's own account, unless it says otherwise", async () => {
  const issue = (organisation: string, allowsDeploymentAccount?: boolean) =>
    issueApiKey(COMMAND_LINE, {
      organisation,
      mode: "live",
      ...(allowsDeploymentAccount === false && { allowsDeploymentAccount }),
    });
  const { organisationId } = await issue("Allowed");
  const session = await open({ organisationId, mode: "live" });
  expect(await connectionOf(session.session_id)).toBe("bnk_paystack");
  const denied = await issue("Denied", false);
  await expect(open({ organisationId: denied.organisationId, mode: "live" })).rejects.toMatchObject({
    code: "no_bank_connection",
  });
  await allowDeploymentAccount({ ...COMMAND_LINE, organisationId }, false);
  await expect(open({ organisationId, mode: "live" })).rejects.toMatchObject({ code: "no_bank_connection" });
});

test("a member's live key allows nothing", async () => {
  const { organisationId } = await issueApiKey(COMMAND_LINE, { organisation: "Members", mode: "test" });
  const member: Scope = { ...scope, organisationId };
  await issueApiKey(member, { mode: "live" });
  await expect(open(member)).rejects.toMatchObject({ code: "no_bank_connection" });
});

test.each([
  [{ provider: "paystack", subaccount: "ACCT_1" }, { subaccount: "ACCT_1" }],
  [{ provider: "paystack", splitCode: "SPL_1" }, { split_code: "SPL_1" }],
])("a share at Paystack is sent with the account's request: %j", async (share, sent) => {
  await setBankShare(operator(), share);
  const session = await open(scope);
  expect(await connectionOf(session.session_id)).toBe("bnk_paystack");
  expect(accountRequest()).toMatchObject({ body: sent, headers: { authorization: `Bearer ${DEPLOYMENT}` } });
  await setBankShare(operator(), null);
  await expect(open(scope)).rejects.toMatchObject({ code: "no_bank_connection" });
});

test("a share precedes the deployment's own account, and the own connection precedes both", async () => {
  await allowDeploymentAccount(operator(), true);
  await setBankShare(operator(), { provider: "paystack", subaccount: "ACCT_1" });
  await open(scope);
  expect(accountRequest()?.body).toMatchObject({ subaccount: "ACCT_1" });
  const { connectionId } = await addConnection(scope, {
    provider: "paystack",
    credentials: paystackCredentials(OURS),
  });
  const session = await open(scope);
  expect(await connectionOf(session.session_id)).toBe(connectionId);
  expect(accountRequest()?.body).not.toHaveProperty("subaccount");
});

test.each([
  [{ provider: "paystack", subaccount: "" }],
  [{ provider: "paystack", subaccount: "A", splitCode: "B" }],
  [{ provider: "lenco", subaccount: "A" }],
  [{ provider: "monnify", incomeSplitConfig: [] }],
])("a malformed share is refused: %j", async (share) => {
  await expect(setBankShare(operator(), share)).rejects.toMatchObject({ code: "invalid_request" });
});

test("the account is refused with the bank's own failure, and unavailable if the bank does not respond", async () => {
  await allowDeploymentAccount(operator(), true);
  const refusal = { status: 403, body: { status: false, message: "Dedicated NUBAN is not available" } };
  const request = { ...scope, sessionId: "ses_1", name: "Show" };
  bank.fail("POST /dedicated_account", refusal);
  await expect(provisionAccount(request)).rejects.toMatchObject({ code: "bank_refused", headers: {} });
  bank.fail("POST /dedicated_account", "dead");
  await expect(provisionAccount(request)).rejects.toMatchObject({
    code: "unavailable",
    headers: { "retry-after": "5" },
  });
});
