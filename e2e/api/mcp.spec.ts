// Guarantee: an assistant sees through `takings mcp` what the API key may see, and changes nothing unless writes are allowed.
import { mkdtempSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { dataDir } from "../bank";
import { createPlatform, createSession, expect, sessionBody, takings, test } from "../fixtures";
import { accountOf, terminalOf } from "../ledger-queries";
import { type McpConnection, startMcp } from "../mcp-client";

const READS = [
  ...[
    "get_session",
    "list_transactions",
    "get_transaction",
    "get_takings",
    "get_settlement",
    "list_terminals",
  ],
  ...["get_terminal_activity", "list_operators", "list_operator_transactions", "list_expected_payments"],
  ...["list_open_exceptions", "list_webhook_deliveries"],
];
const WRITES = ["open_session", "close_session", "add_operator", "create_expected_payment"];
const body = sessionBody({ collection: { account: true, pos: false } });
const namesOf = async (mcp: McpConnection) => (await mcp.listTools()).map(({ name }) => name);

test("reads give what the API gives, open exceptions and webhook deliveries, and no secret", async ({
  api,
  bank,
  baseURL,
  platform,
  otherApi,
  receiver,
}) => {
  const session = await createSession(api, { webhook_url: receiver.url });
  const { session_id } = session;
  const operator = await api.client.addOperator({ session_id, name: "Ada Obi", role: "supervisor" });
  await bank.transfer(session, { amount: 123_456n });
  await bank.tap(session, { amount: 100n });
  await expect.poll(() => receiver.received.length).toBe(2);
  await api.client.closeSession({ session_id });
  await bank.pay({ account: accountOf(session), amount: 7n, senderAccount: "3088112233" });
  const mcp = await startMcp({ ...platform, url: baseURL ?? "" });
  const listed = await mcp.listTools();
  expect(listed.map(({ name }) => name)).toEqual(READS);
  expect(listed.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
  expect(listed.find(({ name }) => name === "list_transactions")?.inputSchema).toMatchObject({
    type: "object",
    properties: { session_id: { type: "string" }, limit: { type: "integer" }, offset: { type: "integer" } },
    required: ["session_id"],
  });
  const read = async (name: string, input: Record<string, unknown> = { session_id }): Promise<unknown> => {
    const { isError, value } = await mcp.call(name, input);
    expect(isError, JSON.stringify(value)).toBe(false);
    return value;
  };
  const payments = await api.client.listTransactions({ session_id });
  const terminal_id = terminalOf(session);
  expect(await read("get_session")).toEqual(await api.client.getSession({ session_id }));
  expect(await read("list_transactions")).toEqual(payments);
  expect(await read("list_transactions", { session_id, limit: 1, offset: 1 })).toEqual([payments[1]]);
  expect(await read("get_transaction", { transaction_id: payments[0]?.id })).toEqual(payments[0]);
  expect(await read("get_takings")).toMatchObject({ total_inflow: "1235.56", transaction_count: 2 });
  const { generated_at: _, ...settlement } = await api.client.getSettlement({ session_id });
  expect(await read("get_settlement")).toMatchObject(settlement);
  expect(await read("list_terminals")).toEqual(await api.client.listTerminals({ session_id }));
  expect(await read("get_terminal_activity", { session_id, terminal_id })).toEqual(
    await api.client.getTerminalActivity({ session_id, terminal_id }),
  );
  expect(await read("list_operators")).toEqual([operator]);
  expect(await read("list_operator_transactions", { session_id, operator_id: operator.id })).toEqual([]);
  expect(await read("list_expected_payments")).toEqual([]);
  const exceptions = JSON.stringify(await read("list_open_exceptions"));
  expect(JSON.parse(exceptions)).toMatchObject({
    open_count: 1,
    rows: [{ reason: "session_closed", amount: "0.07", notification: { account_last_four: "2233" } }],
  });
  expect(exceptions).not.toContain("3088112233");
  const deliveries = {
    rows: [
      { outcome: "delivered", response: 200 },
      { outcome: "delivered", response: 200 },
    ],
  };
  expect(await read("list_webhook_deliveries")).toMatchObject(deliveries);

  const foreign = await createSession(otherApi);
  const unknown = "ses_00000000000000000000000000";
  for (const name of [
    "get_session",
    "get_takings",
    "list_transactions",
    "list_open_exceptions",
    "list_webhook_deliveries",
  ]) {
    const answers = await Promise.all(
      [foreign.session_id, unknown].map(async (id) => {
        const { isError, value } = await mcp.call(name, { session_id: id });
        const { code, detail } = (value as { error: Record<string, string> }).error;
        return { isError, code, detail: detail?.replaceAll(id, "") };
      }),
    );
    expect(answers[0], name).toEqual({ isError: true, code: "not_found", detail: expect.any(String) });
    expect(answers[1], name).toEqual(answers[0]);
  }
  const { code, stdout, stderr } = await mcp.end();
  expect(code).toBe(0);
  for (const line of stdout.trimEnd().split("\n")) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  for (const secret of [platform.apiKey, platform.signingSecret])
    expect(stdout + stderr).not.toContain(secret);
});

test("writes are listed only if they are allowed, are repeated by their key, and need a key that writes", async ({
  api,
  baseURL,
  platform,
}) => {
  const mcp = await startMcp({ ...platform, url: baseURL ?? "", args: ["--allow-writes"] });
  expect(await namesOf(mcp)).toEqual([...READS, ...WRITES]);
  const opened = await mcp.call("open_session", { ...body, idempotency_key: "first" });
  const { session_id } = opened.value as { session_id: string };
  const repeated = await mcp.call("open_session", { ...body, idempotency_key: "first" });
  expect(repeated).toEqual(opened);
  expect(opened).toEqual({ isError: false, value: await api.client.getSession({ session_id }) });
  const operator = await mcp.call("add_operator", { session_id, name: "Bola", role: "cashier" });
  expect([operator.value]).toEqual(await api.client.listOperators({ session_id }));
  const order = { session_id, amount: "5000.00", reference: "ORD-4821" };
  expect(await mcp.call("create_expected_payment", order)).toMatchObject({
    isError: false,
    value: { ...order, status: "awaiting" },
  });
  expect(await mcp.call("create_expected_payment", { ...order, amount: "0.00" })).toMatchObject({
    isError: true,
    value: { error: { code: "invalid_request", errors: [{ pointer: "/amount" }] } },
  });
  expect(await mcp.call("close_session", { session_id })).toMatchObject({ value: { status: "closed" } });
  expect((await mcp.end()).code).toBe(0);

  const { organisation } = platform;
  const args = ["keys", "issue", "--organisation", organisation, "--scope", "read"];
  const { api_key: apiKey } = await takings<{ api_key: string }>(...args);
  const reader = await startMcp({ apiKey, url: baseURL ?? "", args: ["--allow-writes"] });
  expect(await reader.call("open_session", body)).toMatchObject({
    isError: true,
    value: { error: { code: "insufficient_scope", detail: expect.stringContaining("scope read") } },
  });
  const { stdout, stderr } = await reader.end();
  expect(stdout + stderr).not.toContain(apiKey);
});

test("without the service's database, and without a valid key, the tools say what is missing; the database is found once it is there", async ({
  api,
  baseURL,
  platform,
}) => {
  const { session_id } = await createSession(api);
  const elsewhere = path.join(mkdtempSync(path.join(os.tmpdir(), "takings-mcp-")), "data");
  const mcp = await startMcp({ ...platform, url: baseURL ?? "", dataDir: elsewhere });
  const tools = await mcp.listTools();
  expect(
    tools.filter(({ description }) => description.includes("NOT AVAILABLE")).map(({ name }) => name),
  ).toEqual(["list_open_exceptions", "list_webhook_deliveries"]);
  expect(await mcp.call("list_open_exceptions", { session_id })).toMatchObject({
    isError: true,
    value: { error: { code: "database_unavailable", detail: expect.stringContaining("no database yet") } },
  });
  expect(await mcp.call("get_session", { session_id })).toMatchObject({ isError: false });
  symlinkSync(dataDir(), elsewhere);
  expect(await mcp.call("list_open_exceptions", { session_id })).toMatchObject({
    isError: false,
    value: { open_count: 0 },
  });
  expect((await mcp.end()).code).toBe(0);
  const { apiKey } = await createPlatform();
  const mistyped = await startMcp({ apiKey: `${apiKey.slice(0, -1)}!`, url: baseURL ?? "" });
  expect(await mistyped.call("get_session", { session_id })).toMatchObject({
    isError: true,
    value: { error: { code: "unauthenticated" } },
  });
  expect(JSON.stringify(await mistyped.end())).not.toContain(apiKey.slice(0, -1));
});
