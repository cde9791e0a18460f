// Guarantee: the typed client reads and writes the running service exactly, and a repeated write is executed once.
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient, TakingsError, verifyWebhook } from "../../lib/client";
import { createSession, expect, sessionBody, test } from "../fixtures";
import { getReconciliation, listAll } from "../ledger-queries";

test("a payment's event verifies and is the same payment as in the lists", async ({
  api,
  bank,
  platform,
  receiver,
}) => {
  const session = await createSession(api, { webhook_url: receiver.url });
  await bank.transfer(session, { amount: 1n });
  await expect.poll(() => receiver.received.length).toBe(1);
  const [received] = receiver.received;
  const event = verifyWebhook(platform.signingSecret, received ?? { headers: {}, body: "" });
  if (event.event !== "transaction.received") throw new Error(`the event is ${event.event}`);
  expect(event.data.amount).toBe("0.01");
  const [payment] = await api.client.listTransactions({ session_id: session.session_id });
  expect(payment).toMatchObject(event.data);
  expect(await api.client.getTransaction({ transaction_id: event.data.id })).toEqual(payment);
});

test("every payment comes once over pages of any size, and the totals are those of the API", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const { session_id } = session;
  for (const amount of [1n, 2n, 300n, 10_000_000n, 5n]) await bank.transfer(session, { amount });
  const all = await listAll(api, session);
  for (const limit of [1, 2, 5, 50]) {
    const rows: unknown[] = [];
    for await (const row of api.client.listTransactions({ session_id, limit })) rows.push(row);
    expect(rows).toEqual(all);
  }
  const { reconciled_at: _, ...totals } = await api.client.getReconciliation({ session_id });
  expect(totals).toMatchObject({ total_inflow: "100003.08", transaction_count: 5 });
  expect(await getReconciliation(api, session)).toMatchObject(totals);
});

test("an operator is added, and a closed session stays readable", async ({ api }) => {
  const { session_id } = await createSession(api);
  const operator = await api.client.addOperator({ session_id, name: "Ada Obi", role: "supervisor" });
  expect(await api.client.listOperators({ session_id })).toEqual([operator]);
  const terminals = await api.client.listTerminals({ session_id });
  expect(terminals.map(({ label }) => label)).toEqual(["Terminal 1", "Terminal 2"]);
  expect(await api.client.closeSession({ session_id })).toEqual({ session_id, status: "closed" });
  expect(await api.client.getSession({ session_id })).toMatchObject({ session_id, status: "closed" });
});

test("refusals have their code, and the place of each error", async ({ api, otherApi, baseURL }) => {
  const { session_id } = await createSession(api);
  const refusal = (call: PromiseLike<unknown>): Promise<unknown> =>
    Promise.resolve(call).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  const invalid = await refusal(api.client.createSession({ ...sessionBody(), name: "" }));
  expect(invalid).toBeInstanceOf(TakingsError);
  expect(invalid).toMatchObject({ status: 400, code: "invalid_request", errors: [{ pointer: "/name" }] });
  expect(await refusal(otherApi.client.getSession({ session_id }))).toMatchObject({ code: "not_found" });
  const unknown = createClient({ apiKey: "tk_test_x", baseUrl: baseURL ?? "" });
  const unauthenticated = await refusal(unknown.getSession({ session_id }));
  expect(unauthenticated).toMatchObject({
    code: "unauthenticated",
    requestId: expect.stringMatching(/^req_/),
  });
});

/** Starts a proxy before a service that forwards each request and cuts the answer to the first. */
async function startCuttingProxy(target: string) {
  const answers: string[] = [];
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const forwarded = request(target + url, { method, headers }, async (answered) => {
      let text = "";
      for await (const chunk of answered) text += chunk;
      if (answers.push(text) === 1) response.destroy();
      else response.writeHead(answered.statusCode ?? 0, answered.headers).end(text);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, answers, close: () => server.close() };
}

test("a write whose answer was lost is executed once", async ({ baseURL, platform, api }) => {
  const proxy = await startCuttingProxy(baseURL ?? "");
  const takings = createClient({ apiKey: platform.apiKey, baseUrl: proxy.url });
  const session = await takings.createSession(sessionBody());
  expect(proxy.answers).toHaveLength(2);
  expect(JSON.parse(proxy.answers[0] ?? "").data).toEqual(session);
  expect(await api.client.getSession(session)).toEqual(session);

  const { session_id } = session;
  const input = { session_id, name: "Ada Obi" };
  const [first, again] = [
    await api.client.addOperator(input, { idempotencyKey: session_id }),
    await api.client.addOperator(input, { idempotencyKey: session_id }),
  ];
  expect(again).toEqual(first);
  expect(await api.client.listOperators({ session_id })).toEqual([first]);
  proxy.close();
});
