/** Guarantee: an account that the bank opens later is found by a retry, and a reported failure is said with its reason. */

import { createHmac } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { addConnection } from "@/lib/bank-connections";
import {
  createOrganisation,
  paystackCredentials,
  startLivePaystack,
} from "@/lib/bank-connections/testing/paystack";
import { type Id, newId } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { createSessionEndpoint } from "@/lib/endpoints/sessions";
import { forApiKey } from "@/lib/http/serve";
import { receiveConnectionNotification } from "@/lib/intake";
import { issueApiKey } from "@/lib/organisations";
import { useTestDatabase } from "@/lib/testing/database";
import { CreateSession } from "./contract";
import { createSession } from "./index";

const KEYS = ["sk_live_ours-0001", "sk_live_theirs-0002"] as const;
const ASSIGN = "POST /dedicated_account/assign";
const bank = await startLivePaystack(KEYS);
afterAll(() => bank.close());
useTestDatabase();
beforeEach(() => {
  bank.customers.length = 0;
  bank.accounts.length = 0;
});

/** Creates an organisation whose accounts Paystack assigns, and opens a session under this id. */
async function start(secret: string = KEYS[0], given?: { organisationId: Id<"organisation"> }) {
  const scope = { ...(await createOrganisation()), ...given };
  const credentials = {
    ...paystackCredentials(secret),
    ...{ PAYSTACK_ASSIGN_ACCOUNTS: "true", PAYSTACK_CUSTOMER_BVN: "22222222222" },
    ...{ PAYSTACK_CUSTOMER_FIRST_NAME: "Ada", PAYSTACK_CUSTOMER_LAST_NAME: "Obi" },
    ...{ PAYSTACK_CUSTOMER_BANK_CODE: "058", PAYSTACK_CUSTOMER_ACCOUNT_NUMBER: "0123456789" },
  };
  const { connectionId } = await addConnection(scope, { provider: "paystack", credentials });
  const body = CreateSession.parse({
    ...{ external_event_id: "jazz", name: "Jazz", collection: { account: true, pos: false } },
  });
  const open = (sessionId: Id<"session">) => createSession(scope, body, { sessionId });
  /** Sends the notifications of the pending assignments, and returns their outcomes. */
  async function complete(isSuccessful: boolean) {
    const outcomes: string[] = [];
    for (const json of bank.completePending(isSuccessful)) {
      const raw = Buffer.from(JSON.stringify(json));
      const signature = createHmac("sha512", secret).update(raw).digest("hex");
      const headers = new Headers({ "x-paystack-signature": signature });
      outcomes.push((await receiveConnectionNotification(connectionId, { body: raw, headers })).outcome);
    }
    return outcomes;
  }
  return { open, complete };
}

const IN_PROGRESS = {
  code: "unavailable",
  headers: { "retry-after": "60" },
  detail: expect.stringContaining("is opening the account"),
};

/** Moves the stored notifications and the customers at the bank to 11 minutes ago. */
async function letTimePass() {
  const rows = await systemDb().sql<
    { id: string }[]
  >`select id from bank_notifications where outcome = 'ignored'`;
  for (const { id } of rows)
    await systemDb().sql`
      update bank_notifications set id = ${newId("notification", Date.now() - 11 * 60_000)} where id = ${id}`;
  for (const customer of bank.customers) customer.createdAt = new Date(Date.now() - 11 * 60_000);
}

test("a retry under the same id gets the account once the bank has assigned it", async () => {
  const { open, complete } = await start();
  const sessionId = newId("session");
  await expect(open(sessionId)).rejects.toMatchObject(IN_PROGRESS);
  expect(await complete(true)).toEqual(["ignored", "ignored"]);
  const created = await open(sessionId);
  expect(created.session_id).toBe(sessionId);
  expect(created.collection_account?.account_number).toBe(bank.accounts.at(-1)?.number);
});

test("a failure that the bank reported refuses the retry with its reason, only for its session", async () => {
  const { open, complete } = await start();
  const [sessionId, other] = [newId("session"), newId("session")];
  await expect(open(sessionId)).rejects.toMatchObject(IN_PROGRESS);
  expect(await complete(false)).toEqual(["ignored", "ignored"]);
  await expect(open(sessionId)).rejects.toMatchObject({
    code: "bank_refused",
    detail: expect.stringContaining("Account number or BVN is incorrect"),
  });
  await expect(open(other)).rejects.toMatchObject(IN_PROGRESS);
});

test("a failure that another connection's notification reports refuses nothing", async () => {
  const [ours, theirs] = [await start(), await start(KEYS[1])];
  const sessionId = newId("session");
  await expect(ours.open(sessionId)).rejects.toMatchObject(IN_PROGRESS);
  await theirs.complete(false);
  await expect(ours.open(sessionId)).rejects.toMatchObject(IN_PROGRESS);
});

test("ten minutes after a failure a retry asks the bank again, and can get the account", async () => {
  const { open, complete } = await start();
  const sessionId = newId("session");
  await expect(open(sessionId)).rejects.toMatchObject(IN_PROGRESS);
  await complete(false);
  await letTimePass();
  const before = bank.count(ASSIGN);
  await expect(open(sessionId)).rejects.toMatchObject(IN_PROGRESS);
  expect(bank.count(ASSIGN)).toBe(before + 1);
  await complete(true);
  expect((await open(sessionId)).collection_account).not.toBeNull();
});

test("a platform's retry with the same Idempotency-Key gets 503 with Retry-After, then the session with its account", async () => {
  const { apiKey, organisationId } = await issueApiKey(COMMAND_LINE, { organisation: "Keyed", mode: "live" });
  const { complete } = await start(KEYS[0], { organisationId });
  const create = forApiKey(createSessionEndpoint);
  const send = async () => {
    const request = new Request("http://localhost/v1/sessions", {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json", "idempotency-key": "jazz-1" },
      body: JSON.stringify({
        external_event_id: "jazz",
        name: "Jazz",
        collection: { account: true, pos: false },
      }),
    });
    const answer = await create(request, { params: Promise.resolve({}) });
    return {
      status: answer.status,
      retryAfter: answer.headers.get("retry-after"),
      json: await answer.json(),
    };
  };
  for (let nth = 0; nth < 2; nth++) expect(await send()).toMatchObject({ status: 503, retryAfter: "60" });
  await complete(false);
  const refused = {
    code: "bank_refused",
    detail: expect.stringContaining("Account number or BVN is incorrect"),
  };
  expect(await send()).toMatchObject({ status: 502, retryAfter: null, json: refused });
  await letTimePass();
  expect(await send()).toMatchObject({ status: 503 });
  await complete(true);
  const created = await send();
  expect(created.status).toBe(201);
  const { account_number: number } = created.json.data.collection_account;
  expect(bank.accounts.map((account) => account.number)).toEqual([number]);
  expect((await send()).json).toEqual(created.json);
});
