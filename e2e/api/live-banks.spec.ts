// Guarantee: at each bank that issues accounts, an event's money is complete from the account's opening to its closing.
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "@/lib/bank/testing/emulators/emulator";
import { ISSUERS } from "@/lib/bank/testing/emulators/issuers";
import type { EmulatedLedger } from "@/lib/bank/testing/emulators/ledger";
import { composePayment, composeSettlement } from "@/lib/bank/testing/emulators/notifications";
import { VERIFYING_SECRETS } from "@/lib/env";
import { takingsOf } from "../command-line";
import { type Api, createApi, expect, expectData, type SessionData, sessionBody, test } from "../fixtures";
import { send } from "../http-client";
import { accountOf, getReconciliation, getSettlement, withDatabase } from "../ledger-queries";
import { createDeployment, type Deployment, type ServiceProcess } from "../service";
import { REFUSALS } from "./documented-refusals";

// The deployment of this test runs the product's own HTTP server in both projects.
test.skip(({ isNext }) => isNext, "starts processes of its own, whichever server the project tests");
test.describe.configure({ mode: "default", timeout: 120_000 });

/** The secrets that sign notifications, where the table of issuers has none. */
const SIGNING = { NOMBA_SIGNATURE_KEY: "a signature key", FLUTTERWAVE_SECRET_HASH: "a secret hash" };
/** How long the banks' adapters need, with a margin: closings are looked at every 30 seconds. */
const CLOSING_TIMEOUT_MS = 60_000;
/** The banks that report settlements. */
const REPORTS_SETTLEMENTS = ["Paystack", "Monnify", "Nomba"];

interface Bank {
  emulator: Emulator & { ledger: EmulatedLedger };
  secret: string;
  webhookPath: string;
  api: Api;
}

const NAMES = Object.keys(ISSUERS);
const banks = new Map<string, Bank>();
let deployment: Deployment;
let service: ServiceProcess;
let command: <D>(...args: string[]) => Promise<D>;

const bankOf = (name: string) => {
  const bank = banks.get(name);
  if (!bank) throw new Error(`${name} has not started`);
  return bank;
};
const issuerOf = (name: string) => {
  const issuer = ISSUERS[name];
  if (!issuer) throw new Error(`${name} issues no accounts`);
  return issuer;
};

test.beforeAll(async () => {
  // The timeout configured above is that of the tests only.
  test.setTimeout(120_000);
  const emulators = await Promise.all(NAMES.map((name) => issuerOf(name).start()));
  const settings: Record<string, string> = {
    BANK_MODE: "live",
    BANK_PROVIDERS: "moniepoint",
    MONIEPOINT_WEBHOOK_SECRET: "a secret of Moniepoint",
    AUTH_URL: "https://takings.example",
    TRUST_PROXY: "none",
    BANK_CATCH_UP_SECONDS: "2",
    ACCOUNT_CLOSE_AFTER_DAYS: "0",
    ...Object.fromEntries(
      NAMES.map((name, nth) => [`${name.toUpperCase()}_BASE_URL`, emulators[nth]?.baseUrl ?? ""]),
    ),
  };
  deployment = createDeployment(settings);
  service = await deployment.start();
  command = (...args) => takingsOf({ ...settings, DATA_DIR: deployment.dataDir }, ...args);
  const connect = async (name: string, nth: number) => {
    const { adapter, credentials } = issuerOf(name);
    const emulator = emulators[nth];
    if (!emulator) throw new Error(`${name} has not started`);
    const { api_key: apiKey } = await command<{ api_key: string }>(
      ...["keys", "issue", "--organisation", name, "--mode", "live"],
    );
    const own = Object.entries({ ...credentials, ...SIGNING }).filter(([setting]) =>
      setting.startsWith(`${name.toUpperCase()}_`),
    );
    const file = path.join(deployment.dataDir, `${name}.json`);
    writeFileSync(file, JSON.stringify(Object.fromEntries(own)));
    const added = await command<{ webhook_url: string; is_default: boolean }>(
      ...["connections", "add", "--organisation", name, "--provider", adapter.name, "--file", file],
    );
    expect(added).toMatchObject({ is_default: true });
    banks.set(name, {
      emulator,
      secret: new Map(own).get(VERIFYING_SECRETS[adapter.name]) ?? "",
      webhookPath: new URL(added.webhook_url).pathname,
      api: createApi(service.address, apiKey),
    });
  };
  await Promise.all(NAMES.map(connect));
});
test.afterAll(async () => {
  await service.stop();
  deployment.remove();
  await Promise.all([...banks.values()].map(({ emulator }) => emulator.close()));
});

for (const name of NAMES) {
  test(`an event at ${name}: account, payments, a lost notification, settlement`, async () => {
    const { api, emulator, secret, webhookPath } = bankOf(name);
    const { adapter, accountsOf } = issuerOf(name);
    const call = {
      method: "POST",
      path: "/v1/sessions",
      body: sessionBody(),
      headers: { "idempotency-key": randomUUID() },
    };
    const session = expectData<SessionData>(await api.send(call), 201);
    const replayed = await api.send(call);
    expect(expectData<SessionData>(replayed, 201)).toEqual(session);
    expect(accountsOf(emulator)).toHaveLength(1);

    const account = accountOf(session);
    const paid = emulator.ledger.pay(account, 1_250_050n);
    const { headers, body: raw } = composePayment(adapter.name, paid, secret);
    const webhook = { method: "POST", path: webhookPath };
    const notify = () => send(service.address, { ...webhook, headers, raw });
    for (const answer of [await notify(), await notify()]) expect(answer.status, answer.text).toBe(200);
    const forged = { ...headers, [adapter.signatureHeader]: "0".repeat(64) };
    const refused = await send(service.address, { ...webhook, headers: forged, raw });
    expect(refused.status).toBe(401);
    const lost = emulator.ledger.pay(account, 99_950n);
    const sums = async () => {
      const { total_inflow, transaction_count, pending_count } = await getReconciliation(api, session);
      return { total_inflow, transaction_count, pending_count };
    };
    await expect
      .poll(sums, { timeout: 30_000, message: `the payment ${lost.key} is found in the list` })
      .toEqual({ total_inflow: "13500.00", transaction_count: 2, pending_count: 0 });

    const settlement = composeSettlement(emulator.ledger, emulator.ledger.settle(), secret);
    if (name === "Monnify" && settlement)
      expectData(
        await send(service.address, { ...webhook, headers: settlement.headers, raw: settlement.body }),
      );
    const settled = async () => {
      await command("settlements", "fetch");
      return (await getSettlement(api, session)).total_settled;
    };
    await expect
      .poll(settled, { timeout: 30_000 })
      .toBe(REPORTS_SETTLEMENTS.includes(name) ? "13500.00" : "0.00");

    expectData(await api.patch(`/v1/sessions/${session.session_id}/close`));
  });

  test(`a refusal of ${name} is 502 with its reason, a fault 503 with Retry-After, and neither leaves a session`, async () => {
    const { api, emulator } = bankOf(name);
    const { open } = issuerOf(name);
    const countSessions = () =>
      withDatabase(async (sql) => (await sql`select from sessions`).length, deployment.dataDir);
    const before = await countSessions();
    for (const { what, answer, times = 1, status } of REFUSALS[name] ?? []) {
      emulator.fail(open, answer, times);
      const refused = await api.post("/v1/sessions", sessionBody());
      expect(refused.status, `${what}: ${refused.text}`).toBe(status);
      expect(refused.json()).toMatchObject({ code: status === 502 ? "bank_refused" : "unavailable" });
      expect(refused.headers["retry-after"] !== undefined, what).toBe(status === 503);
    }
    expect(await countSessions()).toBe(before);
    expectData(await api.post("/v1/sessions", sessionBody()), 201);
  });
}

test("the account of each closed event is closed at its bank, once, and a bank that closes none is named", async () => {
  const closing = NAMES.filter((name) => issuerOf(name).close);
  const closures = async () => {
    const waiting = await command<{ state: string }[]>("accounts", "closures");
    return waiting.map(({ state }) => state);
  };
  await expect
    .poll(closures, { timeout: CLOSING_TIMEOUT_MS })
    .toEqual(Array.from({ length: NAMES.length - closing.length }, () => "refused"));
  for (const name of closing) expect(bankOf(name).emulator.count(issuerOf(name).close ?? "")).toBe(1);
});
